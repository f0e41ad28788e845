import type { WireEvent } from '@repertoire/protocol'
import { unknownToolEntries } from '@repertoire/skill-md/undecided-entries'
import type {
  AgentView,
  AskedApproval,
  EventData,
  ForkView,
  RestrictionView,
  TextItem,
  ToolItem,
  TurnItem,
} from './conversation-view.ts'

/** An agent at its beginning. */
export const newAgent: AgentView = { items: [], restrictions: [], todo: [], steps: 0, tokens: 0 }

/** Events that tell what one agent did, the main one or a sub-agent. */
export type AgentEvent = Extract<
  WireEvent,
  {
    event:
      | 'step_started'
      | 'step_completed'
      | 'step_interrupted'
      | 'tool_started'
      | 'tool_completed'
      | 'approval_resolved'
      | 'skill_used'
      | 'fork_started'
      | 'todo_changed'
  }
>

/** The agent after one more event of its own. Pure. */
export function applyToAgent<Agent extends AgentView>(
  agent: Agent,
  { event, data }: AgentEvent,
): Agent {
  switch (event) {
    case 'step_started':
      return {
        ...agent,
        steps: data.step,
        items: [...withoutStep(agent.items, data.step), emptyText(data)],
      }
    case 'step_completed':
      return completeStep(agent, data)
    case 'step_interrupted':
      return changeText(agent, data.step, (item) => ({
        ...item,
        text: data.text,
        streaming: false,
      }))
    case 'tool_started':
      return changeTool(agent, data.call.id, (tool) => ({
        ...tool,
        call: data.call,
        ...(data.execution_id && { executionId: data.execution_id }),
      }))
    case 'tool_completed':
      return changeTool(agent, data.call_id, (tool) => ({
        ...tool,
        outcome: data.outcome,
        fork: tool.fork && stopWriting(tool.fork),
      }))
    case 'approval_resolved':
      return changeTool(agent, data.call_id, (tool) => ({
        ...tool,
        approval: tool.approval && resolve(tool.approval, data),
      }))
    case 'skill_used':
      return { ...agent, restrictions: restrictionsAfter(agent, data) }
    case 'fork_started':
      return changeTool(agent, data.call_id, (tool) => ({ ...tool, fork: newFork(data) }))
    case 'todo_changed':
      return { ...agent, todo: data.items }
  }
}

/** The agent with a piece of text where the step it belongs to has it. */
export function addDelta<Agent extends AgentView>(
  agent: Agent,
  delta: EventData<'text_delta'>,
): Agent {
  return changeText(agent, delta.step, (item) => {
    // Past the end: a piece is missing, and step_completed will bring the whole text.
    if (!item.streaming || delta.offset > item.text.length) return item
    const end = delta.offset + delta.text.length
    if (end <= item.text.length) return item
    return { ...item, text: item.text.slice(0, delta.offset) + delta.text }
  })
}

/** The agent with that call changed; itself when it made no such call. */
export function changeTool<Agent extends AgentView>(
  agent: Agent,
  id: string,
  change: (tool: ToolItem) => ToolItem,
): Agent {
  const at = agent.items.findIndex((item) => item.kind === 'tool' && item.call.id === id)
  const item = agent.items[at]
  if (item?.kind !== 'tool') return agent
  const next = change(item)
  return next === item ? agent : { ...agent, items: agent.items.with(at, next) }
}

/** Nothing is being written any more, by it or by its sub-agents. */
export function stopWriting<Agent extends AgentView>(agent: Agent): Agent {
  const items = agent.items.map((item): TurnItem => {
    if (item.kind === 'text') return item.streaming ? { ...item, streaming: false } : item
    return item.fork ? { ...item, fork: stopWriting(item.fork) } : item
  })
  return { ...agent, items }
}

function newFork({ skill, task, allowed_tools, allows }: EventData<'fork_started'>): ForkView {
  return {
    ...newAgent,
    skill,
    task,
    restrictions: restrictionsOf({ skill, allowed_tools, allows }),
  }
}

/** A skill without a list changes nothing; another list replaces those before, or is added to them. */
function restrictionsAfter(
  { restrictions }: AgentView,
  { skill, allowed_tools, allows, adds_restriction: adds }: EventData<'skill_used'>,
): readonly RestrictionView[] {
  if (!allowed_tools || allows === undefined) return restrictions
  return [...(adds ? restrictions : []), ...restrictionsOf({ skill, allowed_tools, allows })]
}

/** The lists of an event that restrict anything. */
export function restrictionsOf(
  ...lists: readonly Pick<EventData<'fork_started'>, 'skill' | 'allowed_tools' | 'allows'>[]
): readonly RestrictionView[] {
  return lists.flatMap(({ skill, allows, allowed_tools: listed }) => {
    const undecided = unknownToolEntries(listed ?? []).map(({ written }) => written)
    return allows ? [{ skill, allows, undecided }] : []
  })
}

function emptyText({ step, model }: EventData<'step_started'>): TextItem {
  return {
    kind: 'text',
    step,
    text: '',
    streaming: true,
    demo: model.demo,
    modelLabel: model.label,
  }
}

/** A step that is started again (after a crash) begins its text anew. */
function withoutStep(items: readonly TurnItem[], step: number): readonly TurnItem[] {
  return items.filter((item) => item.kind !== 'text' || item.step !== step)
}

function changeText<Agent extends AgentView>(
  agent: Agent,
  step: number,
  change: (item: TextItem) => TextItem,
): Agent {
  const at = agent.items.findIndex((item) => item.kind === 'text' && item.step === step)
  const item = agent.items[at]
  if (item?.kind !== 'text') return agent
  const next = change(item)
  return next === item ? agent : { ...agent, items: agent.items.with(at, next) }
}

function completeStep<Agent extends AgentView>(
  agent: Agent,
  data: EventData<'step_completed'>,
): Agent {
  const done = changeText(agent, data.step, (item) => ({
    ...item,
    text: data.text,
    streaming: false,
  }))
  const known = new Set(done.items.map((item) => (item.kind === 'tool' ? item.call.id : '')))
  const tools = data.tool_calls
    .filter((call) => !known.has(call.id))
    .map((call): ToolItem => ({ kind: 'tool', call, outcome: null, approval: null, fork: null }))
  const { input_tokens: input, output_tokens: output } = data.usage
  return {
    ...done,
    items: [...done.items, ...tools],
    tokens: done.tokens + (input ?? 0) + (output ?? 0),
  }
}

function resolve(asked: AskedApproval, data: EventData<'approval_resolved'>): AskedApproval {
  return {
    ...asked,
    status: data.decision,
    answeredBy: data.answered_by,
    answeredAt: data.at,
    note: data.note,
  }
}
