import {
  type ArrivalJudge,
  judgeLicence,
  type OrganisationSettings,
  type PackageScanner,
  type TrustReport,
} from '@repertoire/core'
import type { LicenceReport } from '@repertoire/skill-md'

export interface ArrivalJudgeOptions {
  readonly scanner: PackageScanner
  /** Of the organisation for which it is judged. */
  readonly settings: () => Promise<Pick<OrganisationSettings, 'licencePolicy'>>
}

/** Judges content by the scanner's rules and the organisation's policies. */
export function createArrivalJudge({ scanner, settings }: ArrivalJudgeOptions): ArrivalJudge {
  const decide = async (licence: LicenceReport) =>
    judgeLicence(licence, (await settings()).licencePolicy)
  return {
    ruleset: scanner.ruleset,
    judge: async (item): Promise<TrustReport> => {
      const { scan, licence } = await scanner.scan(item)
      const { decision, reason } = await decide(licence)
      return { scan, licence, licenceDecision: decision, licenceReason: reason, signature }
    },
    judgeLicence: decide,
  }
}

const signature = {
  status: 'unsigned',
  signer: null,
  detail: 'Signatures of packages are not checked.',
} as const
