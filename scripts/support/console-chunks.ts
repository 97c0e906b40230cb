import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** Needed by every page. */
export const SHELL = 'shell';

/** What so many pages share is in the shell: a request of its own would cost more than its bytes. */
const SHELL_PAGES_MIN = 12;

/**
 * The part of the shell that seldom changes, so that browsers keep it: packages, the build's helpers, the client
 * library and calls. Both files come in three round trips.
 */
const BASE = 'base';
const BASE_MODULE = /^\0|\/node_modules\/|\/src\/(?:client|console\/api)\//u;

/**
 * Modules that the gallery shares with anything else: components with their hooks in one file, the rest in another. Side
 * by side they load sooner than one file of both, and the gallery needs no more files than a browser has connections.
 */
const LIBRARY = 'library';
const LIBRARY_MODEL = 'library-model';
const LIBRARY_VIEW = /\/features\/gallery\/[^/]+$|\/widgets\//u;
const GALLERY = 'features/gallery/gallery-page.tsx';

/** Modules that the start page shares with anything else: without the rest of the library, which its first paint would wait for. */
const START_SHARED = 'start-shared';
const START = 'features/start/start-page.tsx';

/** Modules for photos that wait for a sign-in: one file instead of ten, which the start page and the upload page share. */
const GUESTS = 'guests';
const GUEST_MODULES = ['features/start/waiting-photos.tsx', 'features/upload/model/keep-guests.ts'];

/** The groups of modules that pages share, in the order in which they take their imports along. */
export function groupSharedModules(root: string): Rolldown.CodeSplittingGroup[] {
  return [
    { name: nameWith(root, nameShell), debugName: SHELL, priority: 1 },
    { name: nameWith(root, nameStartShared), debugName: START_SHARED, priority: 1 },
    { name: nameWith(root, nameLibraryModel), debugName: LIBRARY_MODEL },
    { name: nameWith(root, nameLibrary), debugName: LIBRARY },
    { name: nameWith(root, nameGuests), debugName: GUESTS },
  ];
}

type Naming = (root: string, graph: Graph) => (id: string) => string | null;

function nameWith(root: string, naming: Naming): Rolldown.CodeSplittingNameFunction {
  let name: ((id: string) => string | null) | undefined;
  return (id, graph) => (name ??= naming(root, graph))(id);
}

function nameShell(root: string, graph: Graph): (id: string) => string | null {
  const main = listStatic(graph, join(root, 'shell', 'main.tsx'));
  const pages = graph.getModuleInfo(join(root, 'shell', 'routes.ts'))?.dynamicallyImportedIds ?? [];
  const reached = pages.map((page) => listStatic(graph, page));
  return (id) => {
    const count = reached.filter((modules) => modules.has(id)).length;
    if (!main.has(id) && count < SHELL_PAGES_MIN) return null;
    return BASE_MODULE.test(id) ? BASE : SHELL;
  };
}

function nameLibrary(root: string, graph: Graph): (id: string) => string | null {
  const isShared = findShared(root, graph, GALLERY);
  return (id) => (isShared(id) ? LIBRARY : null);
}

function nameLibraryModel(root: string, graph: Graph): (id: string) => string | null {
  const isShared = findShared(root, graph, GALLERY);
  return (id) => (isShared(id) && !LIBRARY_VIEW.test(id) ? LIBRARY_MODEL : null);
}

function nameStartShared(root: string, graph: Graph): (id: string) => string | null {
  const isShared = findShared(root, graph, START);
  return (id) => (isShared(id) ? START_SHARED : null);
}

/** Whether a module is needed by a page and by anything else that is imported on demand. */
function findShared(root: string, graph: Graph, name: string): (id: string) => boolean {
  const page = join(root, name);
  const ofPage = listStatic(graph, page);
  const others = listOnDemand(graph, join(root, 'shell', 'main.tsx'));
  others.delete(page);
  const ofOthers = new Set([...others].flatMap((id) => [...listStatic(graph, id)]));
  return (id) => ofPage.has(id) && ofOthers.has(id);
}

function nameGuests(root: string, graph: Graph): (id: string) => string | null {
  const needed = GUEST_MODULES.map((module) => listStatic(graph, join(root, module)));
  return (id) => (needed.some((modules) => modules.has(id)) ? GUESTS : null);
}

/** A module with its static imports. */
function listStatic(graph: Graph, entry: string): Set<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(add);
  };
  add(entry);
  return found;
}

/** The modules that a module and its imports import on demand, directly or not. */
function listOnDemand(graph: Graph, entry: string): Set<string> {
  const found = new Set<string>();
  const visit = (module: string): void => {
    for (const id of listStatic(graph, module)) {
      for (const next of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
        if (found.has(next)) continue;
        found.add(next);
        visit(next);
      }
    }
  };
  visit(entry);
  return found;
}
