import type { SourceBody } from '@repertoire/protocol'
import type { BadgeLabel } from '../../shared/design/badge.tsx'

/** The kinds that people add. */
type Kind = Exclude<SourceBody['source_type'], 'samples'>

/** The kinds of sources, in the order in which they are offered. */
export const sourceKinds: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'github', label: 'GitHub repository' },
  { value: 'git', label: 'Git repository' },
  { value: 'url', label: 'One skill by its URL' },
  { value: 'well-known', label: 'Site with a skill index' },
  { value: 'plugin-marketplace', label: 'Plugin marketplace' },
  { value: 'marketplace', label: 'Skill registry' },
  { value: 'clawhub', label: 'ClawHub registry' },
]

/** What kind of source it is, in words. */
export function kindOf({ source_type: kind }: Pick<SourceBody, 'source_type'>): string {
  return sourceKinds.find(({ value }) => value === kind)?.label ?? 'Comes with the server'
}

/** How the last sync went. */
export const syncStates: Record<SourceBody['last_sync_status'], BadgeLabel> = {
  never: { text: 'Not synced yet', tone: 'neutral' },
  running: { text: 'Syncing', tone: 'accent' },
  ok: { text: 'Up to date', tone: 'good' },
  unchanged: { text: 'Up to date', tone: 'good' },
  partial: { text: 'Some could not be read', tone: 'warn' },
  failed: { text: 'Failed', tone: 'bad' },
  cancelled: { text: 'Stopped', tone: 'warn' },
}

/** Where it is, in one line. */
export function addressOf({ config }: Pick<SourceBody, 'config'>): string {
  const { repo, url, base_url, ref, path } = config
  const place = repo ?? url ?? base_url ?? ''
  return `${place}${path ? `/${path}` : ''}${ref ? ` @ ${ref}` : ''}`
}

/** `every 6 hours`; for a source that only people sync, `by hand`. */
export function scheduleOf({ config }: Pick<SourceBody, 'config'>): string {
  if (config.sync_policy === 'manual') return 'by hand'
  const minutes = config.sync_interval_minutes
  if (minutes % 1_440 === 0)
    return minutes === 1_440 ? 'every day' : `every ${minutes / 1_440} days`
  if (minutes % 60 === 0) return minutes === 60 ? 'every hour' : `every ${minutes / 60} hours`
  return `every ${minutes} minutes`
}
