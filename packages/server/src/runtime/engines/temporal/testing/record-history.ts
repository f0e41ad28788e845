import { writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../histories')

/**
 * With `RECORD_HISTORIES=1` keeps the history of a workflow for `replay.test.ts`, without names of this machine.
 * Record them under new names when the workflow changes; those of released versions stay.
 */
export function recordHistory(name: string, history: string): void {
  if (process.env.RECORD_HISTORIES !== '1') return
  const anonymous = history
    .replaceAll(/"identity": "[^"]*"/g, '"identity": "worker"')
    .replaceAll(hostname(), 'worker')
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(JSON.parse(anonymous), null, 2)}\n`)
}
