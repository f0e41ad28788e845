import type { ChatRequest, ScriptedAnswer } from '../portable/scripted-provider.ts'
import { textOf } from '../presets/played-conversation.ts'

type Message = ChatRequest['messages'][number]
type Tools = NonNullable<ChatRequest['tools']>

/** Characters of one message that fit the small model's context. */
const maxMessageLength = 1_600
const maxDescriptionLength = 80

/** The conversation in the model's own template, with the tools described in its first message. */
export function chatText({ messages, tools = [] }: ChatRequest): string {
  const turns = messages.map((message, index) => turnText(message, index === 0 ? tools : []))
  return `${turns.join('')}<|im_start|>assistant\n`
}

function turnText(message: Message, tools: Tools): string {
  const { role, content, tool_calls: calls = [] } = message
  const called = calls.map(({ function: { name, arguments: text } }) => callText(name, text))
  const parts = [cut(textOf(content)), ...called, toolsText(tools)].filter((part) => part !== '')
  const text = parts.join('\n')
  return role === 'tool'
    ? `<|im_start|>user\n<tool_response>\n${text}\n</tool_response><|im_end|>\n`
    : `<|im_start|>${role}\n${text}<|im_end|>\n`
}

function callText(name: string, text: string): string {
  return `<tool_call>\n{"name": ${JSON.stringify(name)}, "arguments": ${text}}\n</tool_call>`
}

/** Beginning and end: both say what to do. */
function cut(text: string): string {
  if (text.length <= maxMessageLength) return text
  return `${text.slice(0, maxMessageLength / 2)}\n…\n${text.slice(-maxMessageLength / 2)}`
}

function toolsText(tools: Tools): string {
  if (tools.length === 0) return ''
  const lines = tools.map(({ function: { name, description = '', parameters } }) => {
    const fields = (parameters?.required ?? []).join(', ')
    return `- ${name}(${fields}): ${description.slice(0, maxDescriptionLength)}`
  })
  const example = callText('tool', '{"argument": "value"}')
  return `To call a tool, answer only with\n${example}\nTools:\n${lines.join('\n')}`
}

/** The calls that the model wrote, however wrong they are, and the text around them. */
export function readAnswer(written: string): ScriptedAnswer {
  const pattern = /<tool_call>\s*([\s\S]*?)\s*(?:<\/tool_call>|$)/g
  const calls = [...written.matchAll(pattern)].map(([, call = '']) => readCall(call))
  return { text: written.replace(pattern, '').trim(), calls }
}

function readCall(written: string): { readonly name: string; readonly input: string } {
  try {
    const { name, arguments: given } = JSON.parse(written)
    return { name: String(name), input: JSON.stringify(given ?? {}) }
  } catch {
    const name = /"name"\s*:\s*"([^"]*)/.exec(written)?.[1] ?? 'unreadable'
    return { name, input: /"arguments"\s*:\s*([\s\S]*)/.exec(written)?.[1] ?? written }
  }
}
