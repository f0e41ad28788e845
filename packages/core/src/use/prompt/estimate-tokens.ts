import type { ModelMessage, ToolDescription } from '../../ports/model.ts'

/** Tokens that a message costs beside its text. */
const perMessage = 8
const asciiPerToken = 3.5

/**
 * About how many tokens a text is, on the high side: a language model's vocabulary has words of the Latin
 * alphabet whole, while other scripts come to about a token a character.
 */
export function estimateTokens(text: string): number {
  let ascii = 0
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) < 128) ascii += 1
  return Math.ceil(ascii / asciiPerToken) + (text.length - ascii)
}

export function estimateMessage(message: ModelMessage): number {
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

/** What every request of this agent costs, whatever has been said. */
export function estimateFixed(
  system: readonly string[],
  tools: readonly ToolDescription[],
): number {
  return estimateTokens(system.join('\n')) + estimateTokens(JSON.stringify(tools))
}
