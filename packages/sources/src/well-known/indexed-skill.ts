/** A skill of a well-known index: one artifact (v0.2), or its files one by one (v0.1). */
export type IndexedSkill = ArtifactSkill | ListedSkill

export interface ArtifactSkill {
  readonly form: 'artifact'
  readonly name: string
  readonly type: 'skill-md' | 'archive'
  /** Absolute. */
  readonly url: string
  /** `sha256:` and 64 lower-case hexadecimal digits. */
  readonly digest: string
}

export interface ListedSkill {
  readonly form: 'files'
  readonly name: string
  /** A field that some servers add; null where the index says nothing about the content. */
  readonly version: string | null
  readonly files: readonly ListedSkillFile[]
}

export interface ListedSkillFile {
  readonly path: string
  /** Absolute. */
  readonly url: string
}

export interface IndexContext {
  /** Where the index was read, after redirects. */
  readonly indexUrl: string
  /** Origins beside that of the index from which skills are taken. */
  readonly allowedOrigins: readonly string[]
}
