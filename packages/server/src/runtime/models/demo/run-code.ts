import { asText, type CompletedCall } from './current-turn.ts'
import { callTool, type Decision, problemText, textDecision } from './decision.ts'

const tool = 'run_sandbox_code'

interface DemoTurn {
  readonly text: string
  readonly done: readonly CompletedCall[]
  readonly tools: ReadonlySet<string>
}

/** Handles `run code: return 6 * 7`, also with a fenced block. Null for anything else. */
export function decideToRunCode({ text, done, tools }: DemoTurn): Decision | null {
  const code = tools.has(tool) ? dictatedCode(text) : null
  if (code === null) return null
  const ran = done.find((one) => one.tool === tool)
  return ran ? textDecision(report(ran)) : callTool(tool, { code })
}

function dictatedCode(text: string): string | null {
  const code = /^\s*(?:please\s+)?run\s+(?:this\s+|the\s+)?code\s*:\s*(\S[\s\S]*)$/i.exec(text)?.[1]
  if (code === undefined) return null
  const fenced = /^```[a-z]*\n([\s\S]*?)\n?```\s*$/i.exec(code.trim())?.[1]
  return fenced ?? code.trim()
}

function report(ran: CompletedCall): string {
  if (ran.problem) return `The code was not run. ${problemText(ran)}`
  const { status, result, error, skills_read: read } = ran.output ?? {}
  const names = Array.isArray(read) ? read.map(asText).filter(Boolean) : []
  const from = names.length === 0 ? '' : ` It read ${names.join(', ')}.`
  if (status === 'ok') return `The code returned ${JSON.stringify(result ?? null)}.${from}`
  const why =
    typeof error === 'object' && error && !Array.isArray(error) ? asText(error.message) : ''
  return `The code ended as ${asText(status)}: ${why}${from}`
}
