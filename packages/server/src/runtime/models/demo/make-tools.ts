import type { JsonObject } from '@repertoire/core/base'
import { asText, type CompletedCall } from './current-turn.ts'
import { callTool, type Decision, problemText, textDecision } from './decision.ts'

interface DemoTurn {
  readonly text: string
  readonly done: readonly CompletedCall[]
  readonly tools: ReadonlySet<string>
}

/** The one tool it can write without dictation. */
const sample = {
  name: 'count_words',
  description: 'Counts the words of a text.',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string' } },
    additionalProperties: false,
  },
  code: String.raw`const words = (input.text ?? '').match(/\S+/g) ?? []
console.log(words.length + ' words')
return { words: words.length }
`,
}
const sampleInput: JsonObject = { text: 'Tools that agents write run by your yes alone.' }

/**
 * Handles tools: `make a tool named add: return 1 + 1` writes the dictated code, `make a tool that …` the
 * sample, `change the tool add: …` a new version, and `run the tool add {"a": 1}` calls it. Null for anything
 * else.
 */
export function decideToMakeTools({ text, done, tools }: DemoTurn): Decision | null {
  if (!tools.has('create_tool')) return null
  const wanted = wantedTool(text)
  if (!wanted) return null
  const { name, writes, input } = wanted
  const written = done.find(({ tool }) => tool === 'create_tool' || tool === 'update_tool')
  const called = done.find(({ tool }) => tool === name)
  if (written?.problem)
    return textDecision(`I could not write the tool "${name}". ${problemText(written)}`)
  if (called?.problem)
    return textDecision(`The tool "${name}" is there, but it was not run. ${problemText(called)}`)
  if (called) return textDecision(report(name, called))
  if (writes && !written) return callTool(writes.tool, writes.input)
  return tools.has(name)
    ? callTool(name, input)
    : textDecision(`There is no tool named "${name}" here.`)
}

interface WantedTool {
  readonly name: string
  /** Null when the tool only has to run. */
  readonly writes: { readonly tool: string; readonly input: JsonObject } | null
  readonly input: JsonObject
}

const named = String.raw`\btool\s+(?:named\s+|called\s+)?["“]?([a-z][a-z0-9_]*)["”]?`

function wantedTool(text: string): WantedTool | null {
  const [, made, code] =
    new RegExp(String.raw`\b(?:make|write|create)\b[^:\n]*?${named}\s*:\s*(\S[\s\S]*)`, 'i').exec(
      text,
    ) ?? []
  if (made && code) {
    const description = `Does what the person dictated: ${firstLine(code)}`
    const parameters: JsonObject = { type: 'object', properties: {} }
    return {
      name: made,
      writes: { tool: 'create_tool', input: { name: made, description, parameters, code } },
      input: {},
    }
  }
  const [, changed, other] =
    new RegExp(String.raw`\b(?:change|correct)\b[^:\n]*?${named}\s*:\s*(\S[\s\S]*)`, 'i').exec(
      text,
    ) ?? []
  if (changed && other) {
    const change = { name: changed, operation: 'replace', content: other }
    return { name: changed, writes: { tool: 'update_tool', input: change }, input: {} }
  }
  const [, run, given = ''] =
    new RegExp(String.raw`\b(?:run|use|call)\b[^:\n]*?${named}\s*(\{[\s\S]*\})?`, 'i').exec(text) ??
    []
  if (run) return { name: run, writes: null, input: objectIn(given) }
  if (!/\b(?:make|write|create)\b[^.\n]*\btool\b/i.test(text)) return null
  return { name: sample.name, writes: { tool: 'create_tool', input: sample }, input: sampleInput }
}

function objectIn(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : {}
  } catch {
    return {}
  }
}

function firstLine(code: string): string {
  return code.split('\n')[0]?.trim().slice(0, 200) ?? ''
}

function report(name: string, { output }: CompletedCall): string {
  const status = asText(output?.status)
  if (status !== 'ok') return `The tool "${name}" ran and ended as ${status}.`
  const result = JSON.stringify(output?.result ?? null)
  return `The tool "${name}" is there for later conversations, too. It answered:\n\n${result}`
}
