import type { SimMemberFacts, SimResource } from '../types.js';

/** What nodes show of members, each made once for all nodes that show the same. */
export class MemberResources {
  readonly #made = new WeakMap<SimMemberFacts, Map<string, readonly SimResource[]>>();

  /**
   * What is shown of a member.
   * @param variant all that the resources depend on besides the member
   */
  get(member: SimMemberFacts, variant: string, make: () => readonly SimResource[]): readonly SimResource[] {
    const known = this.#made.get(member) ?? new Map<string, readonly SimResource[]>();
    this.#made.set(member, known);
    const resources = known.get(variant) ?? make();
    known.set(variant, resources);
    return resources;
  }
}
