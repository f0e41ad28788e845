/** The signature file of a skill, at its top (OpenSSF Model Signing). */
export const signatureFile = 'skill.oms.sig'

/** Somebody whose signatures on skills an organisation trusts. A signature says who, never that a skill is safe. */
export interface TrustedSigner {
  /** As people call them; shown on arrivals. */
  readonly name: string
  /** A public key, or the certificate of a signer or of an authority, in PEM. */
  readonly pem: string
  /**
   * The common name, e-mail address or URI that the signer's certificate carries. Needed for the certificate of an
   * authority, which issues others too; null for a key, and for a signer's own certificate.
   */
  readonly identity: string | null
}

export interface SignatureSettings {
  readonly trustedSigners: readonly TrustedSigner[]
  /** Whether only packages with a trusted signature may be approved. */
  readonly signatureRequired: boolean
}
