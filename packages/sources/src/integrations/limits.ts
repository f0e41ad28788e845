/** Limits of a folder of integrations; limits of a skill are `packageLimits` of skill-md. */
export const integrationLimits = {
  /** Integrations per folder, and skills per integration. */
  integrations: 500,
  skills: 500,
  /** Bytes and YAML syntax characters of one manifest.yaml: the parser's time grows with them. */
  manifestBytes: 16 * 1024,
  manifestMarks: 1024,
  /** Bytes of all skills of one integration together. */
  integrationBytes: 64 * 1024 * 1024,
} as const
