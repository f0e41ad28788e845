import { asText, type CompletedCall } from './current-turn.ts'
import { callTool, type Decision, problemText, textDecision } from './decision.ts'
import { keywordsOf } from './words.ts'

const tool = 'edit_system_prompt'

interface DemoTurn {
  readonly text: string
  readonly done: readonly CompletedCall[]
  readonly system: readonly string[]
  readonly tools: ReadonlySet<string>
}

/** Handles "remember", "forget" and "what do you know about me". Null for anything else. */
export function decideToSave({ text, done, system, tools }: DemoTurn): Decision | null {
  if (!tools.has(tool)) return null
  const edited = done.find((one) => one.tool === tool)
  if (edited) return textDecision(report(edited))
  const notes = notesOf(system)
  if (/\bwhat\b.{0,200}\b(?:remember|know|noted?)\b.{0,200}\babout me\b/i.test(text)) {
    return textDecision(
      notes.length === 0 ? nothingNoted : ['What I have noted:', ...notes].join('\n- '),
    )
  }
  const forgotten = subjectOf(text, /^forget\s+(?:that\s+|about\s+)?(\S[\s\S]*)$/i)
  if (forgotten !== null) {
    const line = lineAbout(notes, forgotten)
    return line === undefined
      ? textDecision('I have noted nothing about that.')
      : callTool(tool, { operation: 'delete', content: line })
  }
  const fact = subjectOf(text, /^(?:remember|note|keep in mind)\s+that\s+(\S[\s\S]*)$/i)
  return fact === null ? null : callTool(tool, { operation: 'append', content: asNote(fact) })
}

const nothingNoted =
  'I have noted nothing about you yet. Say "remember that …" and I will, in every conversation from then on.'

/** The subject on one line, without leading courtesies. Null for skills, which are kept elsewhere. */
function subjectOf(text: string, pattern: RegExp): string | null {
  const asked = text.replace(/^\s*(?:please|ok|okay|and|can you|could you|,)[\s,]+/i, '').trim()
  if (/\bskill\b/i.test(asked.split(':')[0] ?? '')) return null
  return pattern.exec(asked)?.[1]?.replace(/\s+/g, ' ').trim() ?? null
}

/** Rewrites the fact in the third person. */
function asNote(fact: string): string {
  const note = fact.replace(/^my\b/i, 'their').replace(/^i(?:'m| am)\b/i, 'they are')
  return `${note.charAt(0).toUpperCase()}${note.slice(1)}`
}

function notesOf(system: readonly string[]): readonly string[] {
  const block = system.find((text) => text.startsWith('<observations>\n')) ?? ''
  return block.split('\n').slice(1, -1)
}

function lineAbout(notes: readonly string[], subject: string): string | undefined {
  const words = keywordsOf(subject)
  return notes.find((line) => keywordsOf(line).some((word) => words.includes(word)))
}

function report(edited: CompletedCall): string {
  if (edited.problem) return `I did not note it. ${problemText(edited)}`
  if (edited.output?.status === 'unchanged') return 'There was nothing to change.'
  const note = asText(edited.input.content)
  return edited.input.operation === 'delete'
    ? `Forgotten: ${note}`
    : `I will remember it in every conversation with you: ${note}`
}
