import type { JsonObject } from '@repertoire/core/base'
import { asText, type CompletedCall } from './current-turn.ts'
import { problemText } from './decision.ts'

/** A tool call that the message asks for in plain words. */
interface Intent {
  readonly tool: string
  readonly input: JsonObject
}

/** A URL to fetch, a file to read, a request to be asked first. In the order they are executed. */
export function intentsOf(text: string): readonly Intent[] {
  const url = /https?:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?]/i.exec(text)?.[0]
  const plain = url === undefined ? text : text.replace(url, ' ')
  const path = /(?:^|[\s"'`(])((?:[\w-]+\/)*[\w-]+\.(?:md|txt|csv|json|ya?ml))\b/i.exec(plain)?.[1]
  return [
    ...(path === undefined ? [] : [{ tool: 'read_file', input: { path } }]),
    ...(url === undefined ? [] : [{ tool: 'web_fetch', input: { url } }]),
    ...(/\bask me\b/i.test(plain)
      ? [
          {
            tool: 'clarify',
            input: { question: 'Is there anything I should know before I go on?' },
          },
        ]
      : []),
  ]
}

/** A procedure the person dictates: `save this as a skill named weekly-numbers: 1. …`. */
export function skillFromMessage(text: string): JsonObject | null {
  const match =
    /\b(?:save|keep|remember)\b[^:\n]*\bskill\b(?:\s+(?:named|called))?\s+["“]?([\w][\w -]{0,60}?)["”]?\s*:\s*(\S[\s\S]*)/i.exec(
      text,
    )
  if (!match) return null
  const [, name = '', procedure = ''] = match
  const title = name.trim().replaceAll('-', ' ')
  const first = procedure.split('\n')[0]?.trim().slice(0, 300) ?? ''
  return {
    name: name.trim(),
    description: `How ${title} is done here: ${first}`,
    instructions: `# ${title}\n\n${procedure.trim()}\n`,
    reason: 'The person dictated it and asked for it to be kept.',
  }
}

/** The results of the intents, one line each. */
export function intentReport(done: readonly CompletedCall[]): string {
  return done
    .flatMap((one): string[] => {
      const what = asText(one.input.path) || asText(one.input.url)
      if (one.tool === 'clarify') return answerLine(one)
      if (one.tool !== 'read_file' && one.tool !== 'web_fetch') return []
      return [one.problem ? `- ${what}: not read. ${problemText(one)}` : `- ${what}: read.`]
    })
    .join('\n')
}

function answerLine(asked: CompletedCall): string[] {
  if (asked.problem) return [`- Asked, without an answer. ${problemText(asked)}`]
  const answer = asText(asked.output?.answer)
  return [answer ? `- You answered: ${answer}` : '- You answered.']
}
