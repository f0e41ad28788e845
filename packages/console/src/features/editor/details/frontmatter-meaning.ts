/** What becomes of a key of the frontmatter here. */
export type KeyUse = 'used' | 'kept' | 'unknown'

export interface KeyMeaning {
  readonly use: KeyUse
  /** One sentence for people. */
  readonly says: string
}

const used = (says: string): KeyMeaning => ({ use: 'used', says })
const kept = (says: string): KeyMeaning => ({ use: 'kept', says })

const whenToUse = used('More words for the moment it is needed; searched, and told to agents.')
const allowedTools = used('The only tools an agent may call while the skill is in force.')
const title = used('A name for people, where the name itself is a handle.')
const userInvocable = kept('Whether people call it by name in clients that have such calls.')

/** Document D's keys with their other spellings, and those that other clients have added. */
const meanings: ReadonlyMap<string, KeyMeaning> = new Map([
  ['name', used('What it is called; the slug is made from it unless one is given.')],
  ['slug', used('The handle agents and people name it by.')],
  ['title', title],
  ['display_name', title],
  ['display-name', title],
  ['displayName', title],
  ['description', used('What it does and when: what agents see before they choose it.')],
  ['when_to_use', whenToUse],
  ['when-to-use', whenToUse],
  ['tags', used('Words to find and to filter by.')],
  ['version', used('The author’s own number, as written. Revisions here are counted apart.')],
  ['author', used('Who wrote it.')],
  ['license', used('Under which terms it may be used.')],
  ['compatibility', used('What it needs around it, in its author’s words.')],
  ['allowed-tools', allowedTools],
  ['allowed_tools', allowedTools],
  ['context', used('fork: a sub-agent carries it out and comes back with a compact result.')],
  ['context_fork', used('True: a sub-agent carries it out and comes back with a compact result.')],
  [
    'metadata',
    used('More facts. Tags, version and author in it are read; all of it is kept as it is.'),
  ],
  [
    'disable-model-invocation',
    used('True: agents that use skills by name are neither told of it nor given it.'),
  ],
  ['user-invocable', userInvocable],
  ['user-invokable', userInvocable],
  ['argument-hint', kept('What a person is shown who calls it by name.')],
  ['arguments', kept('Names of the words a person gives with such a call.')],
  ['disallowed-tools', kept('Tools it would rather not have used.')],
  ['model', kept('The model it asks for. The organisation’s model is used.')],
  ['effort', kept('How hard the model should think.')],
  ['agent', kept('The kind of sub-agent it asks for.')],
  ['shell', kept('The shell its commands are meant for.')],
  ['background', kept('It asks to run without anybody waiting.')],
  ['hooks', kept('Commands that other clients run around it. Never run here.')],
  ['paths', kept('The files it is about, as patterns.')],
])

/** Other spellings of a key; they are read, but not what one writes. */
const otherSpellings: ReadonlySet<string> = new Set([
  ...['display_name', 'display-name', 'displayName', 'when-to-use', 'allowed_tools'],
  ...['context_fork', 'user-invokable'],
])

/** The keys to choose from when writing a file, in the order of their weight. */
export const frontmatterKeys: readonly (KeyMeaning & { readonly key: string })[] = [...meanings]
  .filter(([key]) => !otherSpellings.has(key))
  .map(([key, meaning]) => ({ key, ...meaning }))

const unknown: KeyMeaning = { use: 'unknown', says: 'Not known here.' }

/** What a key of the frontmatter means here; every key means something, if only that it is kept. */
export function meaningOf(key: string): KeyMeaning {
  return meanings.get(key) ?? unknown
}
