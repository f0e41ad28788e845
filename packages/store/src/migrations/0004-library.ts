import type { Migration } from './migrate.ts'

/** What writing skills together needs. */
export const library: Migration = {
  name: '0004-library',
  up: async () => {},
}
