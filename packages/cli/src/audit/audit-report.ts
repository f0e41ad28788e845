import type { AuditCheckpoint, ChainCheck } from '@repertoire/client/audit-verification'
import { sanitizeText } from '../terminal/sanitize-text.ts'

interface VerificationResult {
  readonly whole: boolean
  readonly entries: number
  /** Number of the entry that the log begins with. */
  readonly first: number
  /** Number and hash of the last entry that was checked. */
  readonly last: number
  readonly head: string
  /** Whether the hash of `--head` is in the chain; null when none was given. */
  readonly has_head: boolean | null
  /** What retention removed before the first entry; null where it removed nothing. */
  readonly removed: AuditCheckpoint | null
  /** The first break; later entries are not checked. */
  readonly broken: {
    readonly kind: string
    readonly seq: number
    readonly id: string | null
  } | null
}

/** What a verification found, as `--json` prints it. */
export function resultOf(check: ChainCheck): VerificationResult {
  const { broken, count, last, hasKeptHead, range } = check
  return {
    ...{ whole: broken === null, entries: count, first: range.before.seq + 1 },
    ...{ last: last.seq, head: last.hash, has_head: hasKeptHead },
    ...{ removed: range.isFromOldest ? range.checkpoint : null, broken },
  }
}

/** The result in lines, safe to print. */
export function textOf({ broken, count, last, hasKeptHead, range }: ChainCheck): string[] {
  if (broken) {
    const id = broken.id === null ? '' : ` (${sanitizeText(broken.id)})`
    return [`broken at entry ${broken.seq}${id}: ${breakTexts[broken.kind]}`]
  }
  const { before, checkpoint, isFromOldest } = range
  return [
    `whole: ${count} entries, ${before.seq + 1} to ${last.seq}`,
    ...(isFromOldest && checkpoint ? [removalText(checkpoint)] : []),
    `head  ${last.hash}`,
    ...(hasKeptHead === false ? [missingHead] : []),
  ]
}

const missingHead =
  'the given hash is not in this chain: its entry was replaced or removed, or it is of another log'

function removalText({ removed, unproved, signature, at, days }: AuditCheckpoint): string {
  const first = `the first ${removed} were removed`
  if (days === null) return `${first} before checkpoints existed: nothing proves by whom`
  const by = `by a retention of ${days} days, last at ${sanitizeText(String(at))}`
  if (signature === null) {
    return `${first} ${by}; not signed, because the server has no REPERTOIRE_SECRET_KEY: nothing proves by whom`
  }
  const rest = unproved === 0 ? '' : `; of the first ${unproved} nothing proves by whom`
  return `${first} ${by}, signed${rest}`
}

const breakTexts = {
  changed: 'its content or its place was changed, or an entry before it was replaced',
  removed: 'it is missing',
  inserted: 'it does not belong there',
  'cut-off': 'it and perhaps later ones are missing at the end, or the last one was replaced',
  'checkpoint-missing': 'those before it are missing, and no checkpoint of retention says why',
  'checkpoint-mismatch':
    'the checkpoint of retention does not end where it begins: it is an old one, or more was removed',
  'checkpoint-changed':
    'the checkpoint of retention was changed, or signed with another key; if you changed the key, accept the removal with --accept-removed',
  'checkpoint-unsigned':
    'the checkpoint of retention is not signed, although the server has a key; if you know how many were removed before it had one, give --accept-removed',
  'checkpoint-unproved':
    'the checkpoint is signed, but not for the oldest removed entries; if you know how many an earlier release or key removed, give --accept-removed',
  'removed-before-checkpoints':
    'those before it were removed before checkpoints existed, and nothing proves by whom; if you know how many an earlier release removed, give --accept-removed',
} as const
