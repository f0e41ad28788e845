/** The kinds of places that skills come from. */
export type SourceKind =
  | 'github'
  | 'git'
  | 'url'
  | 'well-known'
  | 'plugin-marketplace'
  | 'marketplace'
  | 'clawhub'
  | 'samples'

/**
 * Where a source is, as people state it.
 *
 * - `github`: folders and Markdown files of a repository on github.com, by git, or by its archive where git is missing.
 * - `git`: the same of any https repository.
 * - `url`: one SKILL.md, or one archive.
 * - `well-known`: an index under `/.well-known/agent-skills` or `/.well-known/skills`.
 * - `plugin-marketplace`: a `.claude-plugin/marketplace.json`, by its URL or in a git repository.
 * - `marketplace`: a registry of the skills.sh shape: the listed skills, or without any what is trending in it.
 * - `clawhub`: a registry of the ClawHub shape: as above.
 * - `samples`: the skills that ship with the server.
 */
export type SourceConfig =
  | {
      readonly kind: 'github'
      /** `owner/name`. */
      readonly repo: string
      /** Branch, tag or commit; the default branch when null. */
      readonly ref: string | null
      /** The folder to look in; the whole repository when empty. */
      readonly path: string
    }
  | {
      readonly kind: 'git'
      /** https, without credentials. */
      readonly url: string
      readonly ref: string | null
      readonly path: string
    }
  | { readonly kind: 'url' | 'well-known' | 'plugin-marketplace'; readonly url: string }
  | {
      readonly kind: 'marketplace' | 'clawhub'
      readonly baseUrl: string
      /** The ids of the registry's skills that are taken; empty for what is trending. */
      readonly skills: readonly string[]
    }
  | { readonly kind: 'samples' }

/** The sources that are a registry, which can be searched. */
export type RegistryConfig = Extract<SourceConfig, { kind: 'marketplace' | 'clawhub' }>
