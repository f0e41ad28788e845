import type { SkillId } from '../../base/ids.ts'
import type { ConversationEvent, LoggedEvent, ToolCall, ToolOutcome } from '../../domain/events.ts'
import type { ModelMessage } from '../../ports/model.ts'
import { foldLog, type LogFold } from '../session/log-fold.ts'

/** The messages of a model: of the whole conversation, or of the sub-agent of one call. */
export interface Transcript {
  readonly messages: readonly ModelMessage[]
  readonly entries: readonly TranscriptEntry[]
  /** Every call id in use: ids are unique within the conversation. */
  readonly callIds: ReadonlySet<string>
}

/** A message with the data that compaction needs. */
export interface TranscriptEntry {
  /** The sequence number of its event, or of the last event that a summary replaces. */
  readonly seq: number
  readonly message: ModelMessage
  /** The skill whose text is this result, until a later result has a text of the same skill. */
  readonly skill: SkillId | null
  /** The result was already trimmed. */
  readonly dropped: boolean
  /** A summary, or an entry carried over beside one. */
  readonly carried: boolean
}

/**
 * Folds the log into the messages that a model is given, tool results included. The main agent gets the
 * whole conversation without the work of sub-agents; the sub-agent of the call `fork` gets its task and its
 * own work. Compaction is applied as logged: results are left out, or a summary replaces older messages,
 * while every skill's text stays unchanged. A call whose run ended without an outcome gets an
 * interrupted result, because providers refuse a call without one.
 */
export function foldTranscript(
  events: readonly LoggedEvent[],
  fork: string | null = null,
): Transcript {
  return foldLog(createTranscriptFold(fork), events)
}

/** The fold of {@link foldTranscript}. */
export function createTranscriptFold(fork: string | null): LogFold<Transcript> {
  const calls = new Map<string, ToolCall>()
  const folding: Folding = {
    entries: [],
    results: new Map(),
    texts: new Map(),
    calls,
    summary: null,
    open: [],
  }
  return {
    add: ({ seq, event }) => {
      if (event.type === 'step-completed') {
        for (const call of event.toolCalls) calls.set(call.id, call)
      }
      if (event.type === 'fork-started' && event.callId === fork) {
        add(folding, seq, { role: 'user', text: event.task })
      }
      if ((event.fork ?? null) === fork) foldEvent(folding, seq, event)
    },
    value: () => ({
      entries: [...folding.entries],
      messages: folding.entries.map(({ message }) => message),
      callIds: new Set(calls.keys()),
    }),
  }
}

interface Folding {
  entries: TranscriptEntry[]
  /** The index of each call's result among the entries. */
  readonly results: Map<string, number>
  /** The index of each skill's text among the entries. */
  readonly texts: Map<SkillId, number>
  readonly calls: Map<string, ToolCall>
  /** The summary of older messages. Its text may come from anybody. */
  summary: TranscriptEntry | null
  /** Calls without an outcome. */
  open: readonly ToolCall[]
}

function foldEvent(folding: Folding, seq: number, event: ConversationEvent): void {
  switch (event.type) {
    case 'message-received':
      add(folding, seq, { role: 'user', text: event.text })
      break
    case 'step-completed':
      folding.open = event.toolCalls
      add(folding, seq, { role: 'assistant', text: event.text, toolCalls: event.toolCalls })
      break
    case 'step-interrupted':
      add(folding, seq, { role: 'assistant', text: event.text, toolCalls: [] })
      break
    case 'tool-completed': {
      const { callId, outcome } = event
      folding.open = folding.open.filter((call) => call.id !== callId)
      // The name that the model used, which may be tool_invoke.
      const name = folding.calls.get(callId)?.name ?? event.name
      add(folding, seq, { role: 'tool', callId, name, outcome })
      break
    }
    case 'skill-used':
      if (!event.repeated) markSkill(folding, event.callId, event.skill.skillId)
      break
    case 'context-trimmed':
      leaveOut(folding, event.callIds)
      break
    case 'context-summarised':
      applySummary(folding, event)
      break
    case 'run-completed':
    case 'run-failed':
    case 'run-cancelled':
      for (const call of folding.open) add(folding, seq, interrupted(call))
      folding.open = []
  }
}

function add(folding: Folding, seq: number, message: ModelMessage): void {
  take(folding, { seq, message, skill: null, dropped: false, carried: false })
}

function take({ entries, results, texts }: Folding, entry: TranscriptEntry): void {
  const { message, skill } = entry
  if (message.role === 'tool') results.set(message.callId, entries.length)
  if (skill !== null) texts.set(skill, entries.length)
  entries.push(entry)
}

/** A skill's text appears once: in the latest result that contains it. */
function markSkill(folding: Folding, callId: string, skill: SkillId): void {
  const { entries, results, texts } = folding
  const at = results.get(callId)
  const before = texts.get(skill)
  if (before !== undefined && before !== at) replace(folding, before, repeatedLaterResult)
  const entry = at === undefined ? undefined : entries[at]
  if (at === undefined || !entry) return
  entries[at] = { ...entry, skill }
  texts.set(skill, at)
}

function leaveOut(folding: Folding, callIds: readonly string[]): void {
  for (const callId of callIds) {
    const at = folding.results.get(callId)
    if (at !== undefined) replace(folding, at, trimmedResult)
  }
}

function replace({ entries, texts }: Folding, at: number, outcome: ToolOutcome): void {
  const entry = entries[at]
  if (!entry) return
  if (entry.skill !== null) texts.delete(entry.skill)
  entries[at] = without(entry, outcome)
}

function without(entry: TranscriptEntry, outcome: ToolOutcome): TranscriptEntry {
  if (entry.message.role !== 'tool') return entry
  return { ...entry, skill: null, dropped: true, message: { ...entry.message, outcome } }
}

/**
 * Replaces older messages by a summary. Skills' texts, and the message that is still being answered, stay
 * verbatim.
 */
function applySummary(
  folding: Folding,
  { throughSeq, text }: Extract<ConversationEvent, { type: 'context-summarised' }>,
): void {
  const { entries, calls } = folding
  const older = entries.filter(({ seq }) => seq <= throughSeq)
  const newer = entries.filter(({ seq }) => seq > throughSeq)
  const texts = older.filter(({ skill }) => skill !== null)
  const toolCalls = texts.flatMap(({ message }) => {
    const call = message.role === 'tool' ? calls.get(message.callId) : undefined
    return call ? [call] : []
  })
  const carriedOver = { seq: throughSeq, carried: true }
  const synthetic = (message: ModelMessage): TranscriptEntry => ({
    ...{ message, skill: null, dropped: false, ...carriedOver },
  })
  const answering = newer.some(({ message }) => message.role === 'user')
    ? undefined
    : older.findLast((entry) => entry.message.role === 'user' && entry !== folding.summary)
  const summary = synthetic({ role: 'user', text: summaryText(text) })
  const kept = [
    summary,
    ...(texts.length > 0 ? [synthetic({ role: 'assistant', text: '', toolCalls })] : []),
    ...texts.map((entry) => ({ ...entry, ...carriedOver })),
    ...(answering ? [{ ...answering, ...carriedOver }] : []),
    ...newer,
  ]
  folding.summary = summary
  folding.entries = []
  folding.results.clear()
  folding.texts.clear()
  for (const entry of kept) take(folding, entry)
}

function summaryText(text: string): string {
  return `<conversation_summary>\nThe conversation up to here was shortened to make room. Its messages are no longer shown; this is what you noted of them.\n\n${text}\n</conversation_summary>`
}

const trimmedResult: ToolOutcome = {
  status: 'ok',
  output: {
    left_out: true,
    note: 'This result was left out to make room. Call the tool again if it is needed, for less of it where you can.',
  },
}

const repeatedLaterResult: ToolOutcome = {
  status: 'ok',
  output: { left_out: true, note: 'The text of this skill was given again later on; see there.' },
}

function interrupted({ id, name }: ToolCall): ModelMessage {
  const problem = {
    code: 'tool.not-run',
    kind: 'unavailable',
    message: 'The turn ended before this call was made. It had no effect.',
  } as const
  return { role: 'tool', callId: id, name, outcome: { status: 'interrupted', problem } }
}
