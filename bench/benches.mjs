/** The benches by name, loaded only when they run. */
export const benches = {
  startup: { load: () => import('./startup.mjs') },
  'ingest-pipe': { load: () => import('./ingest-pipe.mjs') },
  'ingest-pty': { load: () => import('./ingest-pty.mjs') },
  'view-flood': { load: () => import('./view-flood.mjs') },
};
