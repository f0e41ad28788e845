import {
  type Clock,
  judgeLicence,
  type OrganisationSettings,
  type PackageAssessor,
  type PackageScanner,
  type ScanSettings,
  scanPolicyOf,
  type TrustReport,
} from '@repertoire/core'
import { verifySignature } from '../signatures/verify-signature.ts'

type Policies = Pick<
  OrganisationSettings,
  'licencePolicy' | 'trustedSigners' | 'signatureRequired' | keyof ScanSettings
>

export interface PackageAssessorOptions {
  readonly scanner: PackageScanner
  /** Of the organisation for which it is judged. */
  readonly settings: () => Promise<Policies>
  readonly clock: Clock
}

/** Judges content by the scanner's rules and the organisation's policies. */
export function createPackageAssessor({
  scanner,
  settings,
  clock,
}: PackageAssessorOptions): PackageAssessor {
  return {
    ruleset: scanner.ruleset,
    judge: async (item): Promise<TrustReport> => {
      const [{ scan, licence }, policies] = await Promise.all([scanner.scan(item), settings()])
      const { decision, reason } = judgeLicence(licence, policies.licencePolicy)
      const signers = policies.trustedSigners
      const signature = verifySignature(item.files, { signers, now: clock.now() })
      return { scan, licence, licenceDecision: decision, licenceReason: reason, signature }
    },
    policiesOn: async (licence) => {
      const now = await settings()
      return {
        licence: judgeLicence(licence, now.licencePolicy),
        isSignatureRequired: now.signatureRequired,
        scanPolicy: scanPolicyOf(now),
      }
    },
  }
}
