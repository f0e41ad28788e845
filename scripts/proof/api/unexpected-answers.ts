/** An answer that a check of schemathesis objects to. */
interface Objection {
  readonly operation: string
  readonly check: string
  readonly status: number | undefined
  /** Of the problem in the answer. */
  readonly code: string | undefined
  readonly message: string | undefined
}

/**
 * Codes for values that fit their schema and still mean nothing here: no pattern can tell that a cursor is not one that
 * was given out, that a time is over, or that a read-only field has another value than now.
 */
const refusedByMeaning = new Set([
  ...['request.bad-cursor', 'request.bad-event-id', 'skill.slug-invalid', 'skill.name-missing'],
  ...['signal.bad-schedule', 'routing.unknown-vocabulary', 'key.expired-already', 'lock.invalid'],
  ...['source.invalid', 'offer.stale', 'grant.bad-terms', 'workspace.bad-path', 'secret.bad-name'],
  ...['settings.signer-invalid', 'agent.invalid', 'skill.unreadable'],
  ...['agent.skill-not-attachable', 'conversation.title-empty', 'settings.bad-licence-entry'],
  ...['signal.invalid', 'settings.bad-egress-entry', 'sandbox.bad-request', 'skill.md-missing'],
  ...['settings.model-unknown', 'settings.tool-unknown', 'provider.invalid', 'stats.days-invalid'],
  ...['connector.invalid', 'skill.md-stays', 'skill.file-missing', 'skill.file-changed-twice'],
  'notification.invalid',
])

/** Fits the description, which has no pattern for it: NUL cannot be stored as text, and leap seconds are no time here. */
const refusedTexts = ['must not contain NUL', 'Invalid ISO datetime']

/** The objections in a report (NDJSON) that are none of these. */
export function unexpectedAnswers(report: string): readonly Objection[] {
  return report
    .split('\n')
    .flatMap(objectionsOf)
    .filter((one) => !isExpected(one))
}

function isExpected({ operation, check, status, code = '', message = '' }: Objection): boolean {
  if (check === 'negative_data_rejection') {
    // A body over the limit is refused before it is read. Any text is Markdown, also `{}`.
    return status === 413 || (operation === 'POST /api/v1/skills/import' && status === 200)
  }
  // A connector that the test added has a generated address, and there is no server.
  if (code === 'connector.failed' && status === 503) return true
  if (check !== 'positive_data_acceptance') return false
  // Another version than the one named: the request is right, the moment is not.
  if (status === 412 || refusedByMeaning.has(code) || code.endsWith('.read-only-field')) return true
  return code === 'request.invalid' && refusedTexts.some((text) => message.includes(text))
}

interface Recorder {
  readonly label: string
  readonly checks: Readonly<
    Record<string, readonly { readonly name: string; readonly status: string }[]>
  >
  readonly cases: Readonly<Record<string, { readonly value: { readonly meta?: Meta | null } }>>
  readonly interactions: Readonly<Record<string, { readonly response?: Response }>>
}

interface Meta {
  readonly components: Readonly<Record<string, { readonly mode: string }>>
}

interface Response {
  readonly status_code: number
  readonly content?: { readonly $base64?: string }
}

function objectionsOf(line: string): Objection[] {
  if (!line.includes('"ScenarioFinished"')) return []
  const { recorder } = JSON.parse(line).ScenarioFinished as { readonly recorder?: Recorder }
  return Object.entries(recorder?.checks ?? {}).flatMap(([id, checks]) =>
    checks
      .filter(({ status }) => status !== 'success')
      .filter(({ name }) => name !== 'positive_data_acceptance' || isValid(recorder, id))
      .map(({ name }) => {
        const response = recorder?.interactions[id]?.response
        const { code, message } = problemIn(response)
        const operation = recorder?.label ?? ''
        return { operation, check: name, status: response?.status_code, code, message }
      }),
  )
}

/** False for a case that is called valid, with a part that was made invalid. */
function isValid(recorder: Recorder | undefined, id: string): boolean {
  const { components = {} } = recorder?.cases[id]?.value.meta ?? {}
  return Object.values(components).every(({ mode }) => mode === 'positive')
}

function problemIn(response: Response | undefined): { code?: string; message?: string } {
  try {
    return JSON.parse(Buffer.from(response?.content?.$base64 ?? '', 'base64').toString()) ?? {}
  } catch {
    return {}
  }
}
