import { expect, it } from 'vitest';
import {
  CELL_PX,
  findCells,
  toCentre,
} from '../../../../../src/console/features/image/filmstrip-cells.ts';

it('renders the cells in sight and a few beside them, however many there are', () => {
  expect(findCells(0, 660, 100_000)).toEqual({ first: 0, last: 14 });
  expect(findCells(50_000 * CELL_PX, 660, 100_000)).toEqual({ first: 49_996, last: 50_014 });
  expect(findCells(99_990 * CELL_PX, 660, 100_000)).toEqual({ first: 99_986, last: 99_999 });
  expect(findCells(0, 660, 0)).toEqual({ first: 0, last: -1 });
});

it('has the current cell in the middle', () => {
  expect(toCentre(100, 660)).toBe(100.5 * CELL_PX - 330);
});
