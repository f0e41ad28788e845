/** What a folder of integrations may hold; what a single skill may is `packageLimits` of skill-md. */
export const integrationLimits = {
  /** Folders in the folder of integrations, and skills in one of them. */
  integrations: 500,
  skills: 500,
  /** Bytes of one manifest.yaml. */
  manifestBytes: 64 * 1024,
  /** Bytes of all skills of one integration together. */
  integrationBytes: 64 * 1024 * 1024,
} as const
