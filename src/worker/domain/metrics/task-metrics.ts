import { measure, type Metric } from './catalogue.ts';

interface TaskState {
  readonly name: string;
  readonly position: number;
  readonly doneAt: number | null;
}

export function taskMetrics(tasks: readonly TaskState[]): Metric[] {
  const sampleEach = (valueOf: (task: TaskState) => number) =>
    tasks.map((task) => ({ labels: { task: task.name }, value: valueOf(task) }));
  return [
    measure(
      'tintype_task_done',
      sampleEach(({ doneAt }) => Number(doneAt !== null)),
    ),
    measure(
      'tintype_task_position',
      sampleEach(({ position }) => position),
    ),
  ];
}
