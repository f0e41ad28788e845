export { commonFolder, isIgnoredEntry, nestedArchives } from './package/archive-layout.ts'
export { readSkillZip, type SkillZip } from './package/read-skill-zip.ts'
export { writeFlatSkillZip, writeSkillZip } from './package/write-skill-zip.ts'
export { exceedsCompressionRatio, zipLimits } from './package/zip-limits.ts'
