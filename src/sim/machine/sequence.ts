import { Code } from '../../gen/common/common.js';
import { PhaseEvent_Action, SequenceEvent_Action, TaskEvent_Action } from '../../gen/machine/machine.js';
import type { Events } from './events.js';
import type { Faults } from './faults.js';
import type { KernelLog } from './kernel-log.js';
import type { Pace } from './pace.js';
import { formatSpan } from './span.js';

/** One piece of work. Without `run` it only takes its time. */
export interface Task {
  readonly name: string;
  /** The call to the kernel by which the machine goes down after this task: the sequence ends with it. */
  readonly kernelCall?: string;
  run?(signal: AbortSignal): Promise<void> | void;
}

/** Tasks done side by side. */
export interface Phase {
  readonly name: string;
  readonly tasks: readonly Task[];
}

export interface SequenceSurroundings {
  readonly events: Events;
  readonly kernel: KernelLog;
  readonly pace: Pace;
  readonly faults: Pick<Faults, 'pass'>;
  readonly signal: AbortSignal;
}

const taskTime = 25;

export const phase = (name: string, ...tasks: readonly (Task | string)[]): Phase => ({
  name,
  tasks: tasks.map((task) => (typeof task === 'string' ? { name: task } : task)),
});

/**
 * Runs phases one after the other and tells about it, in events and on the console. A kernel call ends the sequence, and
 * is told as a failure, as a node does.
 * @throws Error where a task fails
 */
export async function runSequence(
  around: SequenceSurroundings,
  name: string,
  phases: readonly Phase[],
  actorId = '',
): Promise<void> {
  const { events, kernel, signal } = around;
  events.sequence(name, SequenceEvent_Action.START, actorId);
  kernel.talos(`${name} sequence: ${phases.length} phase(s)`);
  const began = performance.now();
  for (const [index, { name: phaseName, tasks }] of phases.entries()) {
    signal.throwIfAborted();
    const place = `${index + 1}/${phases.length}`;
    const phaseBegan = performance.now();
    events.phase(phaseName, PhaseEvent_Action.START, actorId);
    kernel.talos(`phase ${phaseName} (${place}): ${tasks.length} tasks(s)`);
    const ends = await Promise.all(
      tasks.map((task, taskIndex) => runTask(around, task, `${taskIndex + 1}/${tasks.length}`, actorId)),
    );
    events.phase(phaseName, PhaseEvent_Action.STOP, actorId);
    const end = ends.find((each) => each !== undefined);
    if (end !== undefined) {
      if (!end.expected) kernel.talos(`phase ${phaseName} (${place}): failed`);
      events.sequence(name, SequenceEvent_Action.STOP, actorId);
      const reason = `sequence failed: error running phase ${index + 1} in ${name} sequence: ${end.reason}`;
      events.sequence(name, SequenceEvent_Action.NOOP, actorId, { code: Code.FATAL, message: reason });
      if (end.expected) return;
      kernel.talos(`${name} sequence: failed`);
      throw new SequenceFailure(reason);
    }
    kernel.talos(`phase ${phaseName} (${place}): done, ${took(phaseBegan)}`);
  }
  events.sequence(name, SequenceEvent_Action.STOP, actorId);
  kernel.talos(`${name} sequence: done: ${took(began)}`);
}

/** A sequence stopped half-way; the machine stays as it is. */
export class SequenceFailure extends Error {}

/** Why a sequence goes no further. */
interface SequenceEnd {
  readonly reason: string;
  /** The machine goes down, as it shall. */
  readonly expected: boolean;
}

async function runTask(
  { events, kernel, pace, faults, signal }: SequenceSurroundings,
  task: Task,
  place: string,
  actorId: string,
): Promise<SequenceEnd | undefined> {
  const began = performance.now();
  events.task(task.name, TaskEvent_Action.START, actorId);
  kernel.talos(`task ${task.name} (${place}): starting`);
  let failure: string | undefined;
  try {
    await pace.wait(taskTime, signal);
    await faults.pass(task.name, signal);
    await task.run?.(signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof Error)) throw error;
    failure = error.message;
  }
  events.task(task.name, TaskEvent_Action.STOP, actorId);
  if (failure !== undefined) {
    kernel.talos(`task ${task.name} (${place}): failed: ${failure}`);
    return { reason: `task ${place}: failed, ${failure}`, expected: false };
  }
  if (task.kernelCall !== undefined) return { reason: `task ${place}: failed, ${task.kernelCall}`, expected: true };
  kernel.talos(`task ${task.name} (${place}): done, ${took(began)}`);
  return undefined;
}

function took(since: number): string {
  return formatSpan(Math.round(performance.now() - since));
}
