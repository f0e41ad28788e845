import type { ModelMessage, ToolDescription } from '../../ports/model.ts'

/** Tokens of a message besides its text. */
const perMessage = 8
const asciiPerToken = 3.5

/**
 * Estimates the tokens of a text, on the high side. Latin words are mostly whole tokens; in other scripts
 * each character counts as one.
 */
export function estimateTokens(text: string): number {
  let ascii = 0
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) < 128) ascii += 1
  return Math.ceil(ascii / asciiPerToken) + (text.length - ascii)
}

/** The same for a text of which only the length is known, as Latin letters. */
export function tokensOfLength(characters: number): number {
  return Math.ceil(characters / asciiPerToken)
}

/** Messages are immutable, and every step estimates all of them. */
const estimated = new WeakMap<ModelMessage, number>()

export function estimateMessage(message: ModelMessage): number {
  const known = estimated.get(message)
  if (known !== undefined) return known
  const tokens = countMessage(message)
  estimated.set(message, tokens)
  return tokens
}

function countMessage(message: ModelMessage): number {
  switch (message.role) {
    case 'user':
      return perMessage + estimateTokens(message.text)
    case 'assistant': {
      const calls = message.toolCalls.map(({ name, input }) => `${name}${JSON.stringify(input)}`)
      return perMessage * (1 + calls.length) + estimateTokens(message.text + calls.join(''))
    }
    case 'tool':
      return perMessage + estimateTokens(JSON.stringify(message.outcome))
  }
}

/** By tool, which never changes: every step offers the same ones. */
const estimatedTools = new WeakMap<ToolDescription, number>()

function estimateTool(tool: ToolDescription): number {
  const known = estimatedTools.get(tool)
  if (known !== undefined) return known
  const tokens = estimateTokens(JSON.stringify(tool))
  estimatedTools.set(tool, tokens)
  return tokens
}

/** The tokens that every request of this agent needs, whatever the messages. */
export function estimateFixed(
  system: readonly string[],
  tools: readonly ToolDescription[],
): number {
  const ofTools = tools.reduce((sum, tool) => sum + estimateTool(tool), 0)
  return estimateTokens(system.join('\n')) + ofTools
}
