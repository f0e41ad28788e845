import type { RevisionDigest, Sha256, TenantId } from '@repertoire/core/base'
import {
  judgeLicence,
  type OrganisationSettings,
  type PackageFile,
  type ScanSettings,
  scanPolicyOf,
  type TrustReport,
} from '@repertoire/core/domain'
import {
  digestOf,
  manifestOf,
  type PackageAssessor,
  rulesetWith,
  withModelReview,
} from '@repertoire/core/ingest'
import type { Clock, PackageScanner, ReviewStore } from '@repertoire/core/ports'
import { isModelFinding, type ScanReport } from '@repertoire/skill-md'
import type { ModelReviews } from '../model-review/create-model-reviews.ts'
import { verifySignature } from '../signatures/verify-signature.ts'

type Policies = Pick<
  OrganisationSettings,
  'licencePolicy' | 'trustedSigners' | 'signatureRequired' | keyof ScanSettings
>

export interface PackageAssessorOptions {
  readonly scanner: PackageScanner
  readonly modelReviews: Pick<ModelReviews, 'review'>
  /** Of the organisation for which it is judged. */
  readonly tenantId: TenantId
  readonly settings: () => Promise<Policies>
  readonly reviews: Pick<ReviewStore, 'trustOf' | 'saveTrust'>
  readonly clock: Clock
  readonly sha256: Sha256
}

/** Judges content by the scanner's rules, the model that the organisation has read it, and its policies. */
export function createPackageAssessor(options: PackageAssessorOptions): PackageAssessor {
  const { scanner, settings, clock, reviews } = options
  return {
    ruleset: async () => rulesetWith(scanner.ruleset, (await settings()).reviewModelId),
    judge: async (item, signal): Promise<TrustReport> => {
      const [{ scan: byRules, licence }, policies] = await Promise.all([
        scanner.scan(item),
        settings(),
      ])
      const { reviewModelId } = policies
      const read = await readByModel(options, {
        ...{ files: item.files, byRules, reviewModelId, signal },
      })
      signal?.throwIfAborted()
      const { decision, reason } = judgeLicence(licence, policies.licencePolicy)
      const signers = policies.trustedSigners
      const signature = verifySignature(item.files, { signers, now: clock.now() })
      const judged = { licence, licenceDecision: decision, licenceReason: reason, signature }
      const report = { scan: read.scan, ...judged }
      if (read.isNewOf) await reviews.saveTrust(new Map([[read.isNewOf, report]]), clock.now())
      return report
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

interface ToRead {
  readonly files: readonly PackageFile[]
  readonly byRules: ScanReport
  readonly reviewModelId: string | null
  readonly signal: AbortSignal | undefined
}

/** `isNewOf`: what was read just now, so that nobody pays for it twice. */
async function readByModel(
  { modelReviews, reviews, tenantId, sha256 }: PackageAssessorOptions,
  { files, byRules, reviewModelId: modelId, signal }: ToRead,
): Promise<{ readonly scan: ScanReport; readonly isNewOf?: RevisionDigest }> {
  // What the rules block cannot become worse.
  if (modelId === null || byRules.verdict === 'blocked') return { scan: byRules }
  const digest = digestOf(manifestOf(files, sha256), sha256)
  const known = (await reviews.trustOf([digest], rulesetWith(byRules.ruleset, modelId))).get(digest)
  if (known) {
    const findings = known.scan.findings.filter(isModelFinding)
    return { scan: withModelReview(byRules, { findings, failure: null }, modelId) }
  }
  const reading = await modelReviews.review({ tenantId, modelId, digest, files, signal })
  const scan = withModelReview(byRules, reading, modelId)
  return reading.failure === null ? { scan, isNewOf: digest } : { scan }
}
