import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import type { NodeResult } from '../../../client/fanout.js';
import { MachineServiceService, type Version } from '../../../gen/machine/machine.js';
import { encodeJson, type JsonValue } from '../../../render/json.js';
import { messageJson } from '../../../render/message-json.js';
import { askNodes } from '../ask-nodes.js';
import { failuresOf, throwFailures } from '../node-failures.js';
import { nodesData } from '../output-format.js';

/** What the nodes say of their versions, in the order asked. */
export class ServerVersions {
  readonly #client: Client;
  readonly results: readonly NodeResult<Version>[];

  private constructor(client: Client, results: readonly NodeResult<Version>[]) {
    this.#client = client;
    this.results = results;
  }

  static async ask(ctx: Context, insecure: boolean): Promise<ServerVersions> {
    const client = await ctx.client({ insecure });
    return new ServerVersions(client, await askNodes(client, MachineServiceService.version, {}));
  }

  /** One object a node. */
  data(): JsonValue {
    return nodesData(this.results, messageJson);
  }

  /** One line of JSON for each node that answered. */
  lines(): string {
    return this.results
      .filter(({ value }) => value !== undefined)
      .map(({ node, value }) => ({ metadata: { hostname: node }, ...(value && messageJson(value)) }))
      .map((line) => `${encodeJson(line, { indent: 0, sortKeys: false })}\n`)
      .join('');
  }

  throwFailures(): void {
    throwFailures(this.#client, failuresOf(this.results));
  }
}
