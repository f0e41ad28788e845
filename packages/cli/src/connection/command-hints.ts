/** What a problem has to say; other things of a server have the same two fields. */
interface Hinted {
  readonly code?: string | null | undefined
  readonly hint?: string | null | undefined
}

/**
 * What a person at a terminal can do about a problem. Hints of a server also speak to programs and to agents, of paths
 * and of tools: those are replaced by the command that does the same, or left out. Pure.
 */
export function commandHint({ code, hint }: Hinted): string | undefined {
  if (hint && !isForPrograms(hint)) return hint
  return code && Object.hasOwn(hints, code) ? hints[code] : undefined
}

/** Whether a hint names paths, headers or fields of the interface, or tools of agents. */
export function isForPrograms(hint: string): boolean {
  return ofInterface.test(hint) || toolName.test(hint)
}

const ofInterface = /\/api\/|If-Match|\bETag\b|\bdetails\.|Authorization:|\bnext_cursor\b/

/** Names of settings look alike, and are what `settings set` takes. */
const toolName =
  /\bweb_fetch\b|\btool_invoke\b|\b(?:activate|add|ask|count|create|delete|disable|drop|edit|enable|execute|fetch|forget|keep|list|load|note|propose|read|recall|remember|request|run|save|search(?!_(?:synonyms|log)\b)|suggest|test|update|use|write)_[a-z_]+\b/

const again = 'Somebody changed it meanwhile: look at it, and run the command again.'

const hints: Readonly<Record<string, string>> = {
  ...{ 'agent.not-found': 'See `repertoire agents`.', 'agent.stale': again },
  'approval.already-answered': 'Nothing more is needed: `repertoire approve` lists what waits.',
  'approval.not-found':
    '`repertoire approve` lists those that wait for you. Questions to other people are not among them.',
  'auth.invalid': 'Run `repertoire login`.',
  'auth.required': 'Run `repertoire login`.',
  'auth.permission-missing': 'Use a login that may, or ask an owner or admin.',
  'collection.not-found': 'See `repertoire collections`.',
  'connector.not-found': 'See `repertoire connectors`.',
  'conversation.busy': 'See `repertoire approve` for what it waits for.',
  'conversation.not-deleted': 'See `repertoire conversations deleted`.',
  'conversation.not-found': 'See `repertoire runs`, which names the conversation of each.',
  'model.unknown': 'See `repertoire models`.',
  'request.bad-cursor': 'Run the command again.',
  'request.invalid': 'The command with --help says what it takes.',
  'request.not-found': 'An id has letters, digits, _ and - only.',
  'revision.not-found': '`repertoire show` names the revision of a skill.',
  'revocation.not-found': 'See `repertoire revocations`.',
  'run.not-found': 'See `repertoire runs`.',
  'registry.off': 'An owner or admin adds one: `repertoire sources add --help`.',
  'settings.stale': again,
  ...{ 'signal.not-found': 'See `repertoire triggers`.', 'signal.stale': again },
  'skill.file-not-found': '`repertoire show` lists the files of a skill.',
  'skill.not-found': 'See `repertoire list`.',
  ...{ 'skill.stale': again, 'source.not-found': 'See `repertoire sources`.' },
  'source.stale': again,
  'suppression.not-found': 'See `repertoire suppressions`.',
  'trace.not-found': 'See `repertoire runs`.',
}
