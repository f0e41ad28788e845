import type { ConversationEvent, ToolRestriction, UsedSkill } from '@repertoire/core/domain'
import { countCharacters } from '@repertoire/skill-md'
import { toAllowedNames } from './allowed-tools.ts'
import type { EventContext } from './event-context.ts'
import type { NamedData } from './named-data.ts'
import { toRegistryPlace } from './registry-place.ts'

/** Events that tools write to the log besides their results. */
export type ToolFact = Extract<
  ConversationEvent,
  {
    type:
      | 'skill-used'
      | 'skills-read'
      | 'registry-skill-fetched'
      | 'fork-started'
      | 'todo-changed'
      | 'connector-granted'
      | 'tool-confirmed'
      | 'grant-used'
  }
>

export function toolFactData(event: ToolFact, context: EventContext): NamedData {
  switch (event.type) {
    case 'skill-used': {
      const { skill, allowedTools, addsRestriction } = event
      const limits = allowedTools && restrictionData(allowedTools)
      const data = {
        ...{ ...context, skill: toUsedSkill(skill), ...limits },
        ...(addsRestriction && { adds_restriction: true as const }),
      }
      return { event: 'skill_used', data }
    }
    case 'skills-read': {
      const skills = event.skills.map(toUsedSkill)
      return { event: 'skills_read', data: { ...context, call_id: event.callId, skills } }
    }
    case 'registry-skill-fetched': {
      const { skill, from, body } = event
      const data = {
        ...{
          ...context,
          call_id: event.callId,
          skill: toUsedSkill(skill),
          from: toRegistryPlace(from),
        },
        content_length: countCharacters(body),
      }
      return { event: 'registry_skill_fetched', data }
    }
    case 'fork-started': {
      const data = {
        ...context,
        call_id: event.callId,
        skill: toUsedSkill(event.skill),
        ...restrictionData(event.allowedTools),
        task: event.task,
      }
      return { event: 'fork_started', data }
    }
    case 'todo-changed': {
      const items = event.items.map(({ text, status }) => ({ text, status }))
      return { event: 'todo_changed', data: { ...context, items } }
    }
    case 'connector-granted': {
      const { connector, digest } = event
      return { event: 'connector_granted', data: { ...context, connector, digest } }
    }
    case 'tool-confirmed': {
      const { callId: call_id, tool, identity } = event
      return { event: 'tool_confirmed', data: { ...context, call_id, tool, identity } }
    }
    case 'grant-used': {
      const { callId: call_id, tool, grantId: grant_id } = event
      return { event: 'grant_used', data: { ...context, call_id, tool, grant_id } }
    }
  }
}

export function toRestriction({ skill, allowedTools }: ToolRestriction) {
  return { skill: toUsedSkill(skill), ...restrictionData(allowedTools) }
}

function restrictionData(listed: readonly string[]) {
  return { allowed_tools: [...listed], allows: toAllowedNames(listed) }
}

export function toUsedSkill({ skillId: id, slug, name, digest }: UsedSkill) {
  return { id, slug, name, digest }
}
