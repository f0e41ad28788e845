import type { SourceBody, SourceCreate, SourceUpdate } from '@repertoire/protocol'

type Kind = Exclude<SourceBody['source_type'], 'samples'>

/** A source that somebody added; the samples come with the server. */
export type AddedSource = SourceBody & { readonly source_type: Kind }

export function isAdded(source: SourceBody): source is AddedSource {
  return source.source_type !== 'samples'
}

/** A source while a person writes it: everything as it is typed. */
export interface SourceDraft {
  readonly kind: Kind
  readonly name: string
  /** `owner/name`, or an URL; by the kind. */
  readonly address: string
  readonly ref: string
  readonly path: string
  /** One id of a registry's skill on each line. */
  readonly skills: string
  readonly isScheduled: boolean
  readonly intervalHours: string
  readonly reviewPolicy: SourceBody['review_policy']
  /** Days that an update waits; empty: as the organisation has it. */
  readonly minimumAgeDays: string
  /** A new token; empty leaves the old one. */
  readonly token: string
  readonly removesToken: boolean
}

export const newSourceDraft: SourceDraft = {
  ...{ kind: 'github', name: '', address: '', ref: '', path: '', skills: '' },
  ...{ isScheduled: true, intervalHours: '6', reviewPolicy: 'hold' },
  minimumAgeDays: '',
  ...{ token: '', removesToken: false },
}

export function draftOfSource(source: AddedSource): SourceDraft {
  const { repo, url, base_url, ref, path, skills } = source.config
  return {
    ...{ kind: source.source_type, name: source.name, address: repo ?? url ?? base_url ?? '' },
    ...{ ref: ref ?? '', path: path ?? '', skills: (skills ?? []).join('\n') },
    isScheduled: source.config.sync_policy === 'auto',
    intervalHours: String(source.config.sync_interval_minutes / 60),
    minimumAgeDays: source.minimum_update_age_days?.toString() ?? '',
    ...{ reviewPolicy: source.review_policy, token: '', removesToken: false },
  }
}

/** Whether sources of this kind have branches and folders. */
export function isRepository(kind: Kind): boolean {
  return kind === 'github' || kind === 'git'
}

/** Whether the skills to take are named one by one. */
export function isRegistry(kind: Kind): boolean {
  return kind === 'marketplace' || kind === 'clawhub'
}

/** A name that people would choose: the last part of the address. */
export function suggestedName({ kind, address }: Pick<SourceDraft, 'kind' | 'address'>): string {
  const text = address.trim().replace(/\/+$/, '')
  if (kind === 'github') return text.split('/').slice(-2).join('/')
  if (!URL.canParse(text)) return text
  const { hostname, pathname } = new URL(text)
  const last = pathname.split('/').filter(Boolean).at(-1)
  return kind === 'git' && last ? last.replace(/\.git$/, '') : hostname
}

/** As the server takes a new one. */
export function createBody(draft: SourceDraft): SourceCreate {
  return {
    name: draft.name.trim() || suggestedName(draft),
    source_type: draft.kind,
    config: configOf(draft),
    ...reviewFields(draft),
    ...(draft.token.trim() !== '' && { token: draft.token.trim() }),
  }
}

/** What changed. An address that stays is left out: another one forgets what was read, and the token. */
export function updateBody(draft: SourceDraft, before: AddedSource): SourceUpdate {
  const old = draftOfSource(before)
  const isMoved = (['address', 'ref', 'path', 'skills'] as const).some(
    (key) => draft[key].trim() !== old[key].trim(),
  )
  const { sync_policy, sync_interval_minutes, ...address } = configOf(draft)
  return {
    name: draft.name.trim() || suggestedName(draft),
    config: { ...(isMoved && address), sync_policy, sync_interval_minutes },
    ...reviewFields(draft),
    ...(draft.token.trim() !== ''
      ? { token: draft.token.trim() }
      : draft.removesToken && { token: null }),
  }
}

function reviewFields({ reviewPolicy, minimumAgeDays }: SourceDraft) {
  const days = minimumAgeDays.trim() === '' ? Number.NaN : Number(minimumAgeDays)
  return {
    review_policy: reviewPolicy,
    minimum_update_age_days: Number.isFinite(days) ? Math.round(days) : null,
  }
}

function configOf(draft: SourceDraft) {
  const address = draft.address.trim()
  const hours = Number(draft.intervalHours)
  return {
    ...addressFields(draft, address),
    sync_policy: draft.isScheduled ? ('auto' as const) : ('manual' as const),
    sync_interval_minutes: Math.max(5, Math.round((Number.isFinite(hours) ? hours : 6) * 60)),
  }
}

function addressFields({ kind, ref, path, skills }: SourceDraft, address: string) {
  const repository = { ref: ref.trim() || null, path: path.trim().replace(/^\/+|\/+$/g, '') }
  if (kind === 'github') return { repo: asRepo(address), ...repository }
  if (kind === 'git') return { url: address, ...repository }
  if (isRegistry(kind)) {
    const ids = skills.split(/\s+/).filter((id) => id !== '')
    return { base_url: address, skills: [...new Set(ids)] }
  }
  return { url: address }
}

/** `owner/name`, also of an address copied from the browser. */
function asRepo(address: string): string {
  return address
    .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
}
