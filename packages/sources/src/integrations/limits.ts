/** What a folder of integrations may hold; what a single skill may is `packageLimits` of skill-md. */
export const integrationLimits = {
  /** Folders in the folder of integrations, and skills in one of them. */
  integrations: 500,
  skills: 500,
  /** Bytes of one manifest.yaml, and characters in it that YAML gives a meaning: its reader's time grows with them. */
  manifestBytes: 16 * 1024,
  manifestMarks: 1024,
  /** Bytes of all skills of one integration together. */
  integrationBytes: 64 * 1024 * 1024,
} as const
