import { renderAnnotations } from '@repertoire/skill-md/text'
import type { BadgeVariant } from '../../shared/design/badge.tsx'
import type { ApprovalQuestion, SkillChangeQuestion } from './approval-question.ts'
import { statusLabels } from './status-labels.ts'

/** What a card is headed with. */
export function headingOf(question: ApprovalQuestion): string {
  const pending = question.status === 'pending'
  switch (question.type) {
    case 'skill_enablement':
      return pending
        ? `Activate ${renderAnnotations(question.name)}?`
        : `Activation of ${renderAnnotations(question.name)}`
    case 'clarification':
      return pending ? 'The agent has a question' : 'The agent’s question'
    case 'connector_access': {
      const name = renderAnnotations(question.connector.title || question.connector.name)
      return pending ? `Let the agent use ${name}?` : `Use of ${name}`
    }
    case 'authored_tool': {
      const { name, before } = question.tool
      const code = `code an agent ${before ? 'changed' : 'wrote'}: ${renderAnnotations(name)}`
      return pending ? `Run ${code}?` : `Running ${code}`
    }
    case 'tool_call': {
      const tool = renderAnnotations(question.call.tool)
      return pending ? `Call ${tool}?` : `Call of ${tool}`
    }
    case 'package_installation': {
      const what = `packages for scripts of ${renderAnnotations(question.installation.skill)}`
      return pending ? `Install ${what}?` : `Installation of ${what}`
    }
    case 'observation_change':
      return pending
        ? 'Let the agent remember this about you?'
        : 'What the agent remembers about you'
    case 'skill_change':
      return pending ? `${changeLabel(question)}?` : changeLabel(question)
  }
}

/** What a screen reader is told when the question appears. */
export function alertOf(question: ApprovalQuestion): string {
  switch (question.type) {
    case 'skill_enablement':
      return `Approval needed: the agent asks to activate ${renderAnnotations(question.name)}.`
    case 'clarification':
      return `The agent asks: ${renderAnnotations(question.text)}`
    case 'connector_access':
      return `Approval needed: the agent asks to use ${renderAnnotations(question.connector.title || question.connector.name)}.`
    case 'authored_tool':
      return `Approval needed: the agent asks to run code it wrote, ${renderAnnotations(question.tool.name)}.`
    case 'tool_call':
      return `Approval needed: the agent asks to call ${renderAnnotations(question.call.tool)}.`
    case 'package_installation':
      return `Approval needed: scripts of ${renderAnnotations(question.installation.skill)} need packages to be installed.`
    case 'observation_change':
      return 'Approval needed: the agent asks to remember something about you.'
    case 'skill_change':
      return `Approval needed: ${changeLabel(question)}?`
  }
}

/** What would become of which skill. */
function changeLabel({ change }: SkillChangeQuestion): string {
  const { action, scope } = change
  const name = renderAnnotations(change.name)
  const whose = scope === 'org' ? ' for the whole organisation' : ''
  const does = {
    create: `Keep “${name}” as a skill`,
    update: `Change the skill “${name}”`,
    delete: `Delete the skill “${name}”`,
    enable: `Switch the skill “${name}” on`,
    disable: `Switch the skill “${name}” off`,
  }
  return does[action] + whose
}

/** How its state is written: a question in words is answered or skipped, not approved or denied. */
export function stateOf({ type, status }: ApprovalQuestion): {
  readonly text: string
  readonly tone: BadgeVariant
} {
  if (type === 'clarification' && status === 'approved') return { text: 'Answered', tone: 'good' }
  if (type === 'clarification' && status === 'denied') return { text: 'Skipped', tone: 'neutral' }
  return statusLabels[status]
}
