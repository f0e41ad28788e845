import { causes } from './error-causes.ts'

/** Statuses with which the gateway did no work. All others may stand for a provider that had begun. */
const refusals: ReadonlySet<unknown> = new Set([400, 401, 403, 404, 429])

/** The status with which the AI SDK's gateway refused a call; undefined for every other failure. */
export function gatewayErrorStatus(error: unknown): number | undefined {
  for (const one of causes(error)) {
    const isOfGateway = one instanceof Error && one.name.startsWith('Gateway')
    if (!isOfGateway || !('statusCode' in one)) continue
    if (refusals.has(one.statusCode)) return one.statusCode as number
  }
  return undefined
}

/** What to mend, where a model is named by a text. */
export function gatewayErrorText(status: number): { message?: string; hint?: string } {
  if (status === 401 || status === 403) {
    return {
      message: 'The gateway of the AI SDK does not accept the key, or there is none.',
      hint: 'Set AI_GATEWAY_API_KEY, or give a model of a provider instead of its name.',
    }
  }
  if (status === 404) return { hint: 'Check the name of the model, such as openai/gpt-5.' }
  return {}
}
