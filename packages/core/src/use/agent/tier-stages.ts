import { payloadOf } from '../../base/text/frame-payload.ts'
import { routingTokens } from '../../choose/routing/routing-tokens.ts'
import { documentVocabulary, preferencesFor } from '../../domain/routing-preferences.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import type { StepContext } from './step-context.ts'

/**
 * The stages that the tier of a call is checked against in an autonomous turn: those that its trigger
 * suggests, otherwise those of a webhook's payload. Never those of the trigger's own message: its author made
 * the grants, and an ordinary word such as "find" would void them. A payload can only make the turn stricter.
 */
export function stagesForTier(context: StepContext, signal: TriggerContext): readonly string[] {
  const { source, suggestedStages } = signal
  if (suggestedStages.length > 0) return [...new Set(suggestedStages)].sort()
  return source === 'webhook' ? stagesOfPayload(context) : []
}

function stagesOfPayload(context: StepContext): readonly string[] {
  const { ports, journal, turn, settings, agent } = context
  if (!ports.routing) return []
  const { vocabularies } = preferencesFor(settings.routing, agent?.routing)
  // Document E's words make a turn stricter, whether or not they choose skills.
  const vocabulary = ports.routing.vocabularies.of([...vocabularies, documentVocabulary])
  const payloads = journal.events.flatMap(({ runId, event }) =>
    runId === turn.runId && event.type === 'message-received' ? [payloadOf(event.text)] : [],
  )
  return [...vocabulary.infer(routingTokens(payloads.join('\n'))).stages].sort()
}
