export { type AncestorFile, detectLicence } from './licence/detect-licence.ts'
export { isLicenceFile, isNoticeFile } from './licence/licence-paths.ts'
export { isLicenceAbove, type LicencesAbove, licencesAbove } from './licence/licences-above.ts'
export {
  licencesOf,
  parseSpdxExpression,
  type SpdxExpression,
  type SpdxLicence,
  spdxText,
} from './licence/spdx-expression.ts'
