import type { ApiKeyBody, SkillSummary } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { plural } from '../../../shared/design/numbers.ts'
import { keysQuery } from '../../../shared/queries/organisation-queries.ts'
import { isOwner, may } from '../../../shared/session/may.ts'
import { useMe } from '../../../shared/session/use-me.ts'
import { firstConversationQuery, firstSkillsQuery } from './first-queries.ts'

export interface FirstStep {
  readonly name: 'skills' | 'ask' | 'model' | 'agent'
  readonly title: string
  readonly detail: string
  readonly done: boolean
}

/** The source of the skills that came with the server. */
const samples = 'src_samples'

/** What this person can do first, and what of it is done; undefined until it is known. */
export function useFirstSteps(): readonly FirstStep[] | undefined {
  const me = useMe()
  const skills = useQuery(firstSkillsQuery).data
  const conversations = useQuery(firstConversationQuery).data
  const keys = useQuery(keysQuery).data
  if (!skills || !conversations) return undefined
  const model: FirstStep = {
    name: 'model',
    title: 'Connect a model',
    detail: me.model.demo ? 'Until then a demo model answers' : me.model.label,
    done: !me.model.demo,
  }
  return [
    ...(may(me, 'skills.write') ? [skillStep(skills.items)] : []),
    {
      name: 'ask',
      title: 'Ask something',
      detail: 'Take a card, or your own question',
      done: conversations.items.length > 0,
    },
    ...(isOwner(me.member.role) ? [model] : []),
    agentStep(keys?.items ?? []),
  ]
}

function skillStep(items: readonly Pick<SkillSummary, 'source_id'>[]): FirstStep {
  const own = items.filter(({ source_id: source }) => source !== samples).length
  const detail =
    items.length === 0
      ? 'A folder, a zip or a repository'
      : own > 0
        ? 'Skills of your own are here'
        : `${plural(items.length, 'sample')} ${items.length === 1 ? 'is' : 'are'} ready`
  return { name: 'skills', title: 'Bring in skills', detail, done: items.length > 0 }
}

/** The server makes keys too, for its owner and for the command line. */
function agentStep(keys: readonly ApiKeyBody[]): FirstStep {
  const made = keys.filter(({ created_by: by }) => by !== null)
  return {
    name: 'agent',
    title: 'Connect your agent',
    detail: 'With an API key of its own',
    done: made.some(({ last_used_at: used }) => used !== null),
  }
}
