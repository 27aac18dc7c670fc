import { PhaseEvent_Action, SequenceEvent_Action, TaskEvent_Action } from '../../gen/machine/machine.js';
import type { Events } from './events.js';
import type { KernelLog } from './kernel-log.js';
import type { Pace } from './pace.js';
import { formatSpan } from './span.js';

/** One piece of work. Without `run` it only takes its time. */
export interface Task {
  readonly name: string;
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
  readonly signal: AbortSignal;
}

const taskTime = 25;

export const phase = (name: string, ...tasks: readonly (Task | string)[]): Phase => ({
  name,
  tasks: tasks.map((task) => (typeof task === 'string' ? { name: task } : task)),
});

/** Runs phases one after the other and tells about it, in events and on the console. */
export async function runSequence(
  around: SequenceSurroundings,
  name: string,
  phases: readonly Phase[],
  actorId = '',
): Promise<void> {
  const { events, kernel, pace, signal } = around;
  events.sequence(name, SequenceEvent_Action.START, actorId);
  kernel.talos(`${name} sequence: ${phases.length} phase(s)`);
  const began = performance.now();
  for (const [number, { name: phaseName, tasks }] of phases.entries()) {
    signal.throwIfAborted();
    const place = `${number + 1}/${phases.length}`;
    const phaseBegan = performance.now();
    events.phase(phaseName, PhaseEvent_Action.START, actorId);
    kernel.talos(`phase ${phaseName} (${place}): ${tasks.length} tasks(s)`);
    await Promise.all(
      tasks.map(async (task, index) => {
        const taskPlace = `${index + 1}/${tasks.length}`;
        const taskBegan = performance.now();
        events.task(task.name, TaskEvent_Action.START, actorId);
        kernel.talos(`task ${task.name} (${taskPlace}): starting`);
        await pace.wait(taskTime, signal);
        await task.run?.(signal);
        events.task(task.name, TaskEvent_Action.STOP, actorId);
        kernel.talos(`task ${task.name} (${taskPlace}): done, ${took(taskBegan)}`);
      }),
    );
    events.phase(phaseName, PhaseEvent_Action.STOP, actorId);
    kernel.talos(`phase ${phaseName} (${place}): done, ${took(phaseBegan)}`);
  }
  events.sequence(name, SequenceEvent_Action.STOP, actorId);
  kernel.talos(`${name} sequence: done: ${took(began)}`);
}

function took(since: number): string {
  return formatSpan(Math.round(performance.now() - since));
}
