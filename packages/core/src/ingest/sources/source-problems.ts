import type { Problem } from '../../base/errors.ts'
import type { Timestamp } from '../../base/ids.ts'

/** Entries that one source may have. */
export const maxSourceEntries = 10_000

export function sourceEmpty(known: number): Problem {
  const kept = known === 0 ? '' : ` The ${known} entries it had are kept as they are.`
  return {
    code: 'source.empty',
    kind: 'invalid',
    message: `The source has no skill: no folder with a SKILL.md.${kept}`,
    hint: 'Check its address, branch and folder.',
    details: { known },
  }
}

export function sourceTooLarge(entries: number): Problem {
  return {
    code: 'source.too-large',
    kind: 'too-large',
    message: `The source has ${entries} skills; at most ${maxSourceEntries} are taken.`,
    hint: 'Narrow it to a folder.',
    details: { entries, limit: maxSourceEntries },
  }
}

export const syncCancelled: Problem = {
  code: 'source.cancelled',
  kind: 'unavailable',
  message: 'The sync was stopped. What it had read is kept, and the next one goes on from there.',
}

export const sourceNotFound: Problem = {
  code: 'source.not-found',
  kind: 'not-found',
  message: 'There is no such source.',
}

/** Another attempt took over, or the source is gone. */
export const syncLeaseLost: Problem = {
  code: 'source.lease-lost',
  kind: 'conflict',
  message: 'Another sync of this source took over.',
}

export function sourceStale({ name }: { readonly name: string }): Problem {
  return {
    code: 'source.stale',
    kind: 'stale',
    message: `The source "${name}" was changed in the meantime.`,
    hint: 'Load it again, then repeat the change.',
  }
}

export function sourceNameTaken(name: string): Problem {
  return {
    code: 'source.name-taken',
    kind: 'conflict',
    message: `There is a source named "${name}" already.`,
    hint: 'Choose another name.',
    details: { name },
  }
}

/** `until`: when another sync may take over, unless the running one goes on; null where it is not known. */
export function syncRunning(until: Timestamp | null): Problem {
  const end = until === null ? null : new Date(until).toISOString()
  return {
    code: 'source.sync-running',
    kind: 'conflict',
    message: 'This source is being synced.',
    hint: `Wait for it, or stop it.${end === null ? '' : ` If its server is gone, another takes over after ${end}.`}`,
    details: { until: end },
  }
}

export function sourceDisabled(name: string): Problem {
  return {
    code: 'source.disabled',
    kind: 'conflict',
    message: `The source "${name}" is disabled.`,
    hint: 'Enable it to sync it.',
  }
}

/** `field`: what is wrong, as the wire names it. */
export function sourceInvalid(field: string, message: string, hint: string): Problem {
  return { code: 'source.invalid', kind: 'invalid', message, hint, details: { field } }
}

export function entryNotOffered(path: string): Problem {
  return {
    code: 'source.not-offered',
    kind: 'not-found',
    message: `Nothing waits at "${path}", and no skill came of it.`,
    hint: 'Browse the catalogue again. What was rejected is in the inbox.',
    details: { path },
  }
}
