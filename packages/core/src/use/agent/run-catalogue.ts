import { truncate } from '@repertoire/skill-md'
import type { SkillId } from '../../base/ids.ts'
import { withoutPayload } from '../../base/text/frame-payload.ts'
import {
  type BodyState,
  type CatalogueLine,
  renderCatalogue,
} from '../../choose/catalogue/render-catalogue.ts'
import { type RoutedCatalogue, routeTurn } from '../../choose/routing/route-turn.ts'
import { hasRouting, routingOf } from '../../choose/routing/routing-of.ts'
import type { RoutingPorts } from '../../choose/routing/routing-ports.ts'
import type { RoutingTrigger } from '../../choose/routing/turn.ts'
import type { RoutedSkills } from '../../domain/events.ts'
import { missingPermission } from '../../domain/permissions.ts'
import { preferencesFor, settingsOf } from '../../domain/routing-preferences.ts'
import { type PinnedFacts, pinnedFacts } from '../session/pinned-facts.ts'
import { isRouted, type PromptSkill } from './prompt-skills.ts'
import type { StepContext } from './step-context.ts'

/** Whether the agent's prompts have a catalogue. */
export function hasCatalogue(context: StepContext): boolean {
  const mayRead = !missingPermission(context.principal, 'skills.read')
  return context.ports.routing !== null && mayRead && isRouted(context)
}

export interface CatalogueSkills {
  readonly promptSkills: readonly PromptSkill[]
  /** Skills that a list of the prompt names already: left out, unless their summary replaces a shed body. */
  readonly named: ReadonlySet<SkillId>
}

/**
 * The catalogue in this step's prompt; empty for an agent that is not routed. Its entries are
 * chosen once a run and logged. Only the tags of active entries change from step to step.
 */
export async function runCatalogue(
  context: StepContext,
  { promptSkills, named }: CatalogueSkills,
): Promise<string> {
  const { routing } = context.ports
  if (!routing || !hasCatalogue(context)) return ''
  const routed = context.journal.view.catalogue() ?? (await route(context, routing))
  const shed = new Set(
    promptSkills.flatMap(({ skill, body }) => (body === null ? skill.skillId : [])),
  )
  const entries = (await linesOf(context, routed, promptSkills)).filter(
    ({ skillId }) => !named.has(skillId) || shed.has(skillId),
  )
  const states = new Map<string, BodyState>(
    promptSkills.map(({ skill, body }) => [skill.slug, body === null ? 'shed' : 'active']),
  )
  const { fits, eligible } = routed
  const others = Math.max(0, eligible - routed.entries.length)
  const { tools } = await context.environment()
  return renderCatalogue({ entries, fits, eligible: entries.length + others, tools }, states)
}

async function route(context: StepContext, routing: RoutingPorts): Promise<RoutedSkills> {
  const { ports, principal, journal, agent, settings } = context
  const { store, search } = ports
  const { tenantId, userId: viewer } = principal
  const preferences = preferencesFor(settings.routing, agent?.routing)
  const catalogue = await routeTurn(
    { tenantId, viewer, skills: store.skills, search, router: routing.router },
    {
      turn: {
        message: messageOf(context),
        signal: routingSignal(context),
        environment: await context.environment(),
      },
      settings: settingsOf(preferences),
      vocabulary: routing.vocabularies.of(preferences.vocabularies),
    },
  )
  const routed = toRoutedSkills(catalogue)
  await journal.append([{ type: 'skills-routed', ...routed }])
  return routed
}

/** A skill may have any number of keywords, and a message any number of words. */
const maxReasons = 12
const maxReasonLength = 100

/** The part of a catalogue that is logged. Pure. */
export function toRoutedSkills({ entries, turn, ...said }: RoutedCatalogue): RoutedSkills {
  const { fits, eligible, suppressed } = said
  return {
    entries: entries.map(({ skill, score, searchScore, reasons, slot }) => ({
      ...{ skillId: skill.id, slug: skill.slug, digest: skill.head.digest },
      ...{ score, searchScore, slot },
      reasons: reasons.slice(0, maxReasons).map((reason) => truncate(reason, maxReasonLength)),
    })),
    ...{ fits, eligible, suppressed },
    stages: [...turn.stages].sort(),
    assetClasses: [...turn.assetClasses].sort(),
  }
}

/** The message that began this run; without one, the last message of the conversation. */
function messageOf({ journal: { view } }: StepContext): string {
  const said = view.messageOfRun() || view.lastMessage()
  // A webhook's payload does not influence which skills are chosen.
  return withoutPayload(said)
}

function routingSignal(context: StepContext): RoutingTrigger | null {
  const signal = context.journal.view.trigger()
  if (!signal) return null
  const { source, asset, suggestedStages } = signal
  return { source, assetClass: asset?.assetClass ?? null, suggestedStages }
}

/** The chosen entries that are still offered, then the other active skills. */
async function linesOf(
  { ports, principal }: StepContext,
  { entries }: RoutedSkills,
  promptSkills: readonly PromptSkill[],
): Promise<readonly (CatalogueLine & { readonly skillId: SkillId })[]> {
  const active = new Map(promptSkills.map(({ skill }) => [skill.skillId, skill]))
  const routed = entries.filter(({ skillId }) => !active.has(skillId))
  const viewer = principal.userId
  const facts = await pinnedFacts(ports.store.skills, viewer, [...routed, ...active.values()])
  const lines = entries.flatMap(({ skillId, slug, reasons }) => {
    const pinned = facts.get(skillId)
    const activeSlug = active.get(skillId)?.slug
    if (!pinned || (activeSlug === undefined && !hasRouting(pinned.skill))) return []
    return [lineOf(pinned, activeSlug ?? slug, reasons)]
  })
  const listed = new Set(entries.map(({ skillId }) => skillId))
  const others = promptSkills.flatMap(({ skill }) => {
    const pinned = facts.get(skill.skillId)
    return pinned && !listed.has(skill.skillId) ? [lineOf(pinned, skill.slug, [])] : []
  })
  return [...lines, ...others]
}

function lineOf({ skill: { id }, facts }: PinnedFacts, slug: string, reasons: readonly string[]) {
  const { summary, toolNames } = routingOf(facts)
  const { description } = facts
  return {
    ...{ skillId: id, skill: { slug, head: { description } } },
    ...{ routing: { summary, toolNames }, reasons },
  }
}
