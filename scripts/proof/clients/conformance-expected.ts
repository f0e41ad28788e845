/** Scenarios of the conformance suite that `/mcp` cannot pass, each under its reason. */
const impossible = {
  'calls tools that only a server made for the suite has': {
    both: [
      ...['tools-call-simple-text', 'tools-call-image', 'tools-call-audio', 'tools-call-error'],
      ...['tools-call-embedded-resource', 'tools-call-mixed-content', 'tools-call-with-progress'],
    ],
    '2025-11-25': [
      ...['tools-call-with-logging', 'tools-call-sampling', 'tools-call-elicitation'],
      ...['elicitation-sep1034-defaults', 'elicitation-sep1330-enums'],
    ],
    '2026-07-28': [
      'server-stateless',
      // They warn, which the suite counts as a failure: their fixture tools are missing.
      ...['missing-input-response', 'ignore-extra-params'].map(asked),
      ...['basic-elicitation', 'basic-sampling', 'basic-list-roots', 'request-state'].map(asked),
      ...['multiple-input-requests', 'multi-round', 'result-type'].map(asked),
      ...['tampered-state', 'capability-check', 'non-tool-request'].map(asked),
    ],
  },
  'gets prompts that only a server made for the suite has': {
    both: [
      ...['prompts-get-simple', 'prompts-get-with-args'],
      ...['prompts-get-embedded-resource', 'prompts-get-with-image'],
    ],
  },
  'reads resources that only a server made for the suite has': {
    both: ['resources-read-text', 'resources-read-binary', 'resources-templates-read'],
  },
  'a change of the list is told, and none of one resource': {
    '2025-11-25': ['resources-subscribe', 'resources-unsubscribe'],
  },
  'no completion of arguments is served': { both: ['completion-complete'] },
  'asks for a session, and clients of 2025 have none here: it counts no check': {
    '2025-11-25': ['server-sse-multiple-streams'],
  },
  'no log messages are sent to clients': { '2025-11-25': ['logging-set-level'] },
} satisfies Record<string, Partial<Record<'both' | Revision, readonly string[]>>>

export const revisions = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof revisions)[number]

/** The suite's own format: a failure that is not listed, and a listed one that passes, ends it with 1. */
export function expectedFailures(revision: Revision): string {
  const groups: readonly Partial<Record<'both' | Revision, readonly string[]>>[] =
    Object.values(impossible)
  const names = groups.flatMap((group) => [...(group.both ?? []), ...(group[revision] ?? [])])
  return `server:\n${names.map((name) => `  - ${name}\n`).join('')}`
}

function asked(name: string): string {
  return `input-required-result-${name}`
}
