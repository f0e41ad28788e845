import type { ApprovalBody } from '@repertoire/client'
import { sanitizeLines, sanitizeText } from '../terminal/sanitize-text.ts'

/** What is asked, on one line, with its question mark. */
export function questionOf(approval: ApprovalBody): string {
  return sanitizeText(textOf(approval))
}

function textOf(approval: ApprovalBody): string {
  switch (approval.type) {
    case 'skill_enablement': {
      const { slug, content_length: length } = approval.skill
      return `Enable ${slug} (${length.toLocaleString('en-US')} characters)?`
    }
    case 'clarification': {
      const { text, options } = approval.question
      return options.length === 0 ? text : `${text} (${options.join(' / ')})`
    }
    case 'connector_access':
      return `Let it use ${approval.connector.title} at ${approval.connector.endpoint}?`
    case 'authored_tool':
      return `Run code it wrote, ${approval.tool.name} version ${approval.tool.version}?`
    case 'skill_change':
      return `Let it ${approval.change.action} the skill ${approval.change.slug}?`
    case 'observation_change':
      return 'Let it remember this?'
    case 'tool_call': {
      const { tool, sends_to: target } = approval.call
      return `Call ${tool}${target ? `, which sends to ${target}` : ''}?`
    }
    case 'package_installation':
      return `Install packages for the scripts of ${approval.installation.skill}?`
  }
}

/** The digest of exactly what is asked; null where the question has nothing else behind its id. */
export function digestOf(approval: ApprovalBody): string | null {
  switch (approval.type) {
    case 'skill_enablement':
      return approval.skill.digest
    case 'connector_access':
      return approval.connector.digest
    case 'authored_tool':
      return approval.tool.digest
    case 'skill_change':
      return approval.change.digest ?? approval.change.base_digest
    case 'tool_call':
      return approval.call.arguments_digest
    case 'package_installation':
      return approval.installation.lists.map(({ digest }) => digest).join('+')
    case 'clarification':
    case 'observation_change':
      return null
  }
}

/** Everything a yes is about, safe to print. `skillText`: the SKILL.md of the digest, for the enabling of a skill. */
export function subjectOf(approval: ApprovalBody, skillText: string): string {
  return sanitizeLines(subjectTextOf(approval, skillText))
}

function subjectTextOf(approval: ApprovalBody, skillText: string): string {
  switch (approval.type) {
    case 'skill_enablement':
      return skillText
    case 'authored_tool': {
      const { code, libraries } = approval.tool
      return [code, ...libraries.map((one) => `--- ${one.name}\n${one.code}`)].join('\n')
    }
    case 'skill_change':
      return approval.change.source ?? `${approval.change.action} ${approval.change.slug}`
    case 'observation_change':
      return approval.observation.after
    case 'tool_call':
      return JSON.stringify(approval.call.arguments, null, 2)
    case 'connector_access':
      return JSON.stringify(approval.connector, null, 2)
    case 'package_installation':
      return approval.installation.lists.flatMap(({ packages }) => packages).join('\n')
    case 'clarification':
      return approval.question.text
  }
}
