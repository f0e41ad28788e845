import type { ChatRequest, ScriptedAnswer } from '../portable/scripted-provider.ts'
import { textOf } from '../presets/played-conversation.ts'
import { chatText, readAnswer } from './chat-text.ts'
import type { SmallModel } from './small-model.ts'

/**
 * How the model writes. `free`: whatever it likes. `guided`: its output follows a grammar, which is how models of
 * this size are used: first a query, then one of the skills that were found, then text. `broken`: a tool call is
 * begun for it, every second time with the name of a tool that exists, and it goes on at a temperature at which
 * names and arguments come out wrong.
 */
export const decodings = ['free', 'guided', 'broken'] as const
export type Decoding = (typeof decodings)[number]

/** Characters of the conversation that the broken model reads, and how often it calls before it only writes. */
const broken = { readLength: 1_500, calls: 8 }
const callStart = '<tool_call>\n{"name": "'

/** The model's answer to a request of the server. `request.model` says how it writes. */
export async function answerChat(model: SmallModel, request: ChatRequest): Promise<ScriptedAnswer> {
  const text = chatText(request)
  const seed = request.messages.length + text.length
  if (request.model === 'broken') {
    const how = { temperature: 1.6, seed, maxTokens: 40 }
    const end = text.slice(-broken.readLength)
    const called = request.messages.filter(({ role }) => role === 'tool').length
    if (called >= broken.calls) return readAnswer(await model.write(end, how))
    const { name } =
      request.tools?.[(called * 7 + text.length) % request.tools.length]?.function ?? {}
    const start = called % 2 === 1 && name ? `${callStart}${name}", "arguments": {"` : callStart
    return readAnswer(`${start}${await model.write(end + start, how)}`)
  }
  if (request.model === 'guided') return guide(model, request)
  return readAnswer(await model.write(text, { temperature: 0.4, seed, maxTokens: 120 }))
}

async function guide(model: SmallModel, request: ChatRequest): Promise<ScriptedAnswer> {
  const { messages } = request
  const from = messages.findLastIndex(({ role }) => role === 'user')
  const results = messages.slice(from + 1).filter(({ role }) => role === 'tool')
  const question = textOf(messages[from]?.content)
  const write = (task: string, properties?: object) =>
    model.write(taskText(task), {
      ...{ temperature: 0, seed: 1, maxTokens: 120 },
      ...(properties && { schema: { type: 'object', properties } }),
    })
  if (results.length === 0) {
    const task = `Repeat the important words of this request as a search query.\n\n${question}`
    const input = await write(task, { query: { type: 'string' } })
    return { calls: [{ name: 'search_skills', input }] }
  }
  if (results.length === 1) {
    const found = readSkills(textOf(results[0]?.content))
    if (found.length === 0) return { text: await write(question) }
    const list = found.map(({ slug, description }) => `- ${slug}: ${description}`).join('\n')
    const task = `Which skill helps with this request?\n\n${list}\n\nRequest: ${question}`
    const slugs = found.map(({ slug }) => slug)
    const input = await write(task, { skill_slug: { enum: slugs }, reason: { enum: ['It fits.'] } })
    return { calls: [{ name: 'enable_skill', input }] }
  }
  const written = await model.write(chatText(request), { temperature: 0, seed: 1, maxTokens: 120 })
  return { text: written }
}

function taskText(task: string): string {
  return `<|im_start|>user\n${task}<|im_end|>\n<|im_start|>assistant\n`
}

function readSkills(result: string): readonly { slug: string; description: string }[] {
  try {
    const { skills } = JSON.parse(result) as { skills?: { slug: string; description: string }[] }
    return (skills ?? []).slice(0, 5)
  } catch {
    return []
  }
}
