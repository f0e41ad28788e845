import type { PendingRevisionSummary, SourceBody, SourceItemBody } from '@repertoire/client'
import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { confirmed } from '../command/confirmed.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { commandHint } from '../connection/command-hints.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { addressOf, type SourcePlace, sourcePlace } from '../connection/source-address.ts'
import { connectSources, type SourcesApi, sourceToken } from '../connection/sources-api.ts'
import { connectReviews, type ReviewsApi } from '../inbox/reviews-api.ts'
import { isClean } from '../inbox/revision-lines.ts'
import type { Results } from '../terminal/results.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import {
  type AddedSkill,
  addedLine,
  addedSkill,
  enabledSkill,
  explainOthers,
  failedSkill,
  waitingSkill,
} from './added-skills.ts'
import { waitForSync } from './wait-for-sync.ts'

interface AddOptions {
  ref?: string
  path?: string
  skill?: string[]
  yes: boolean
  enable?: true
}

interface Apis {
  readonly sources: SourcesApi
  readonly arrivals: ReviewsApi
}

/** `repertoire skills add`: the skills of a repository, with their licences. */
export function addSkillCommand(context: CommandContext): Command {
  return new ServerCommand('add', context)
    .description(
      'add the skills of a git repository, with their licences; refuses proprietary ones',
    )
    .argument('<git-url>', 'an https URL, or owner/name on GitHub')
    .option('--ref <ref>', 'branch, tag or commit')
    .option('--path <folder>', 'the folder to look in')
    .option('--skill <name...>', 'only these')
    .option('--yes', 'add the clean ones without asking', false)
    .option(
      '--enable',
      'agents may use them at once, also those that are here already; new ones are off otherwise',
    )
    .json('print one JSON object per skill and line')
    .runOnServer(async (server, address: string, options: AddOptions) => {
      const apis = { sources: connectSources(server), arrivals: connectReviews(server) }
      const source = await syncedSource(apis, gitPlace(address, options), context)
      return addFrom({ ...apis, ...server }, { source, options }, context)
    })
}

/** Every other https URL is one of a repository. */
function gitPlace(address: string, options: AddOptions): SourcePlace {
  const isOther = address.includes('://') && URL.parse(address)?.hostname !== 'github.com'
  const { ref, path } = options
  return sourcePlace(address, { ref, path, ...(isOther && { kind: 'git' }) })
}

/** The repository as a source, read to its end. Throws CommandError when it cannot be read. */
async function syncedSource(
  { sources }: Apis,
  place: SourcePlace,
  context: CommandContext,
): Promise<SourceBody> {
  const added = await sources.ensure({ ...place, name: addressOf(place), ...sourceToken(context) })
  const source = await waitForSync(sources, await sources.syncOwn(added.id), context)
  const { last_sync_error: error, last_sync_status: status } = source
  if (!error) return source
  const code = status === 'cancelled' ? exitCodes.interrupted : exitCodes.unable
  throw new CommandError(`${error.message} [${error.code}]`, commandHint(error), code)
}

async function addFrom(
  apis: Apis & Results,
  { source, options }: { readonly source: SourceBody; readonly options: AddOptions },
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal, print } = apis
  const isWanted = namedBy(options.skill)
  const held = await apis.arrivals.list({ state: 'held', source_id: source.id })
  const wanted = held.filter(isWanted)
  const items = (await apis.sources.items(source.id)).filter(isWanted)
  const clean = await addClean(apis.arrivals, { clean: wanted.filter(isClean), options }, context)
  const skills = [
    ...(await enableThere(apis.sources, { items, options }, context)),
    ...clean.skills,
    ...(await explainOthers(apis.arrivals, wanted)),
    ...items.flatMap(failedSkill),
  ]
  for (const skill of skills) print(skill, addedLine(skill, terminal))
  if (skills.length === 0) terminal.note('There is nothing new in it.')
  if (clean.isAskedFor) {
    terminal.note('What waits is used only after an owner or admin has reviewed it.')
  } else if (skills.some(({ outcome }) => outcome === 'waiting')) {
    terminal.note('Review what waits: repertoire inbox show <id>')
  }
  const done = ['added', 'enabled', ...(clean.isAskedFor ? ['waiting'] : [])]
  return skills.every(({ outcome }) => done.includes(outcome)) ? exitCodes.ok : exitCodes.negative
}

/** With `--enable`, those that came of the repository before and are off, when a person says so. */
async function enableThere(
  sources: SourcesApi,
  { items, options }: { readonly items: readonly SourceItemBody[]; readonly options: AddOptions },
  context: CommandContext,
): Promise<readonly AddedSkill[]> {
  if (!options.enable || !(options.yes || context.input.isTerminal)) return []
  const pathOf = new Map(items.flatMap(({ skill_id: id, path }) => (id ? [[id, path]] : [])))
  const off = await sources.disabledSkills([...pathOf.keys()])
  if (off.length === 0) return []
  const text = sanitizeText(`Enable ${off.map(({ slug }) => slug).join(', ')}?`)
  if (!(await confirmed({ text, isAnswered: options.yes }, context))) return []
  const skills: AddedSkill[] = []
  for (const skill of off) {
    const reason = await sources.enableSkill(skill.id)
    skills.push(enabledSkill(skill, { path: pathOf.get(skill.id) ?? '', reason }))
  }
  return skills
}

interface CleanOnes {
  readonly skills: readonly AddedSkill[]
  /** Whether they wait because the key is one of a member, who only proposes. */
  readonly isAskedFor: boolean
}

/** Approves the clean ones when a person says so, or asks those who may. */
async function addClean(
  api: ReviewsApi,
  {
    clean,
    options,
  }: { readonly clean: readonly PendingRevisionSummary[]; readonly options: AddOptions },
  context: CommandContext,
): Promise<CleanOnes> {
  const waiting = (reason: string) => clean.map((one) => waitingSkill(one, reason))
  if (clean.length === 0) return { skills: [], isAskedFor: false }
  const names = clean.slice(0, 20).map(({ slug, licence }) => `${slug} (${licence})`)
  const more = clean.length > names.length ? ` and ${clean.length - names.length} more` : ''
  const text = sanitizeText(`Add ${names.join(', ')}${more}?`)
  const canAsk = options.yes || context.input.isTerminal
  if (!canAsk || !(await confirmed({ text, isAnswered: options.yes }, context))) {
    const skills = waiting('Nobody said yes; --yes adds it without a question.')
    return { skills, isAskedFor: false }
  }
  const note = 'Added by repertoire skills add.'
  const outcomes = await api.approveOrAsk({ items: clean, enable: options.enable, note })
  if (outcomes) {
    return { skills: clean.map((one, at) => addedSkill(one, outcomes[at])), isAskedFor: false }
  }
  return { skills: waiting('It waits for a review by an owner or admin.'), isAskedFor: true }
}

function namedBy(names: readonly string[] | undefined) {
  return ({ path, slug, name }: { path: string; slug: string | null; name: string }): boolean =>
    names === undefined ||
    [path, slug, name, path.split('/').at(-1)].some((one) => one != null && names.includes(one))
}
