import { CommandError } from '../command/exit-codes.ts'
import { fewAtOnce } from '../command/few-at-once.ts'
import type { Server } from '../connection/api.ts'
import { agentsBlock } from './agents-block.ts'
import { readAgentsFile } from './agents-file.ts'
import {
  applySync,
  clearStage,
  type SkillChange,
  type SyncChange,
  stageSkill,
} from './apply-sync.ts'
import type { SyncPlace } from './client-folders.ts'
import { download, listOffered } from './offered-skills.ts'
import {
  type KeepReason,
  type LocalSkill,
  type LockedSkill,
  type OfferedSkill,
  planSkill,
} from './plan-sync.ts'
import { entriesOf } from './safe-folders.ts'
import { contentOf, readLocalSkill } from './skill-content.ts'
import { readLock, type SyncLock } from './sync-state.ts'

export interface SyncRequest {
  readonly collection: string | undefined
  /** Skills that may be overwritten although they were edited. */
  readonly force: ReadonlySet<string>
  readonly agentsMd: boolean
  readonly dryRun: boolean
  /** Contents that were downloaded only to be compared, by revision: a sync that repeats asks once. */
  readonly compared: Map<string, string>
  /** Ends the sync: the skills that were downloaded by then are written, the others stay as they are. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** Of skills whose content is downloaded. */
const skillsAtOnce = 4

export interface SkillOutcome {
  readonly name: string
  readonly outcome: 'added' | 'updated' | 'removed' | 'kept' | 'refused' | 'unchanged'
  /** Why it was kept or refused. */
  readonly reason?: KeepReason | 'unsafe' | undefined
  /** For people. */
  readonly message?: string | undefined
}

/** Brings a folder in step with the server. Nothing changes there before what changes is downloaded and checked. */
export async function syncSkills(
  server: Server,
  place: SyncPlace,
  request: SyncRequest,
): Promise<readonly SkillOutcome[]> {
  const before = await readLock(place)
  const followed = {
    ...{ version: 1 as const, server: server.place.baseUrl },
    collection: request.collection ?? null,
  }
  checkFollowed(before, followed)
  const agentsFile = request.agentsMd ? await readAgentsFile(place) : undefined
  const offered = await listOffered(server, request.collection)
  const skills: Record<string, LockedSkill> = { ...before?.skills }
  checkForced(request.force, new Set([...offered.keys(), ...Object.keys(skills)]))
  if (!request.dryRun) await clearStage(place)
  const names = await entriesOf(place)
  const outcomes: SkillOutcome[] = []
  const changes: SkillChange[] = []
  const all = [...new Set([...offered.keys(), ...Object.keys(skills)])].toSorted()
  let done = 0
  const steps = await fewAtOnce({
    ...{ items: all, atOnce: skillsAtOnce, signal: request.signal },
    work: async (name) => {
      const step = await syncOne(server, place, {
        ...{ name, request, offered: offered.get(name), locked: skills[name] },
        local: await readLocalSkill(place.skills, name, names),
      })
      done += 1
      request.onProgress?.(done, all.length)
      return step
    },
  })
  for (const { outcome, change, lock } of steps) {
    outcomes.push(outcome)
    if (change) changes.push(change)
    if (lock === null) delete skills[outcome.name]
    else if (lock) skills[outcome.name] = lock
  }
  if (request.dryRun) return outcomes
  const gone = new Set(
    outcomes.filter(({ reason }) => reason === 'deleted').map(({ name }) => name),
  )
  const named = [...offered.values()].filter(({ name }) => skills[name] && !gone.has(name))
  const agents = agentsFile && {
    before: agentsFile.block,
    after: agentsBlock(
      named.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      place.skillsPath,
    ),
  }
  const change: SyncChange = { skills: changes, before, lock: { ...followed, skills }, agents }
  await applySync(place, change)
  await clearStage(place)
  return outcomes
}

interface Step {
  readonly outcome: SkillOutcome
  readonly change?: SkillChange
  /** Null: it leaves the lock; undefined: it stays as it was. */
  readonly lock?: LockedSkill | null
}

interface OneSkill {
  readonly name: string
  readonly request: SyncRequest
  readonly offered: OfferedSkill | undefined
  readonly locked: LockedSkill | undefined
  readonly local: LocalSkill
}

async function syncOne(server: Server, place: SyncPlace, one: OneSkill): Promise<Step> {
  const { name, request, offered, local } = one
  const action = planSkill({ ...one, isForced: request.force.has(name) })
  switch (action.kind) {
    case 'unchanged':
      return { outcome: { name, outcome: 'unchanged' } }
    case 'forget':
      return { outcome: { name, outcome: 'removed' }, lock: null }
    case 'remove':
      return {
        outcome: { name, outcome: 'removed' },
        change: { name, had: true, after: null },
        lock: null,
      }
    case 'keep':
      return (
        (await adopted(server, one, action.reason)) ?? { outcome: kept(name, action.reason, local) }
      )
    default:
      return offered
        ? fetchOne(server, place, { ...one, offered })
        : { outcome: { name, outcome: 'unchanged' } }
  }
}

async function fetchOne(
  server: Server,
  place: SyncPlace,
  { name, request, offered, local }: OneSkill & { readonly offered: OfferedSkill },
): Promise<Step> {
  const had = local.kind !== 'absent'
  const outcome = { name, outcome: had ? 'updated' : 'added' } as const
  if (request.dryRun) return { outcome }
  const known = request.compared.get(refusalKey(offered))
  if (known !== undefined) return { outcome: refused(name, known) }
  const given = await download(server, offered)
  if (!given.ok) {
    request.compared.set(refusalKey(offered), given.reason)
    return { outcome: refused(name, given.reason) }
  }
  const content = contentOf(given.files)
  const lock = { digest: offered.digest, content }
  if (local.kind === 'files' && local.content === content) {
    return { outcome: { name, outcome: 'unchanged' }, lock }
  }
  await stageSkill(place, name, given.files)
  return { outcome, change: { name, had, after: content }, lock }
}

/** What is there may be what the server has: put there by hand, or by a sync whose lock was lost. */
async function adopted(
  server: Server,
  { name, request, offered, local }: OneSkill,
  reason: KeepReason,
): Promise<Step | undefined> {
  const mayBeSame = reason === 'not-ours' || reason === 'edited-and-changed'
  if (!offered || local.kind !== 'files' || !mayBeSame) return undefined
  const revision = `${offered.id} ${offered.digest}`
  let content = request.compared.get(revision)
  if (content === undefined) {
    const given = await download(server, offered)
    content = given.ok ? contentOf(given.files) : ''
    request.compared.set(revision, content)
  }
  if (content !== local.content) return undefined
  return { outcome: { name, outcome: 'unchanged' }, lock: { digest: offered.digest, content } }
}

function kept(name: string, reason: KeepReason, local: LocalSkill): SkillOutcome {
  const message = local.kind === 'foreign' ? local.reason : messages[reason]
  return { name, outcome: 'kept', reason, message }
}

const messages: Readonly<Record<KeepReason, string>> = {
  edited: 'it was edited here',
  'edited-and-changed': 'it was edited here, and changed on the server',
  'edited-and-gone': 'it was edited here, and the server gives it no more: do not use it',
  deleted: 'it was deleted here',
  'not-ours': 'another skill has this folder',
}

function refused(name: string, message: string): SkillOutcome {
  return { name, outcome: 'refused', reason: 'unsafe', message }
}

function refusalKey({ id, digest }: OfferedSkill): string {
  return `refused ${id} ${digest}`
}

type Followed = Pick<SyncLock, 'server' | 'collection'>

/** Skills of another server would all look as if they had been revoked. */
function checkFollowed(before: SyncLock | null, { server, collection }: Followed): void {
  if (!before || (before.server === server && before.collection === collection)) return
  const what = before.collection === null ? 'everything' : `the collection ${before.collection}`
  throw new CommandError(
    `This folder follows ${what} of ${before.server}.`,
    'Go on with that, or delete .repertoire-sync.json in the folder of skills to follow another one.',
  )
}

function checkForced(force: ReadonlySet<string>, names: ReadonlySet<string>): void {
  const unknown = [...force].find((name) => !names.has(name))
  if (unknown === undefined) return
  throw new CommandError(`There is no skill ${JSON.stringify(unknown)} to overwrite.`)
}
