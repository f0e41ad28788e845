export { commonFolder, isIgnoredEntry, nestedArchives } from './package/archive-layout.ts'
export { readSkillZip, type SkillZip } from './package/read-skill-zip.ts'
export { writeFlatSkillZip, writeSkillZip } from './package/write-skill-zip.ts'
export { isOverCompressionRatio, zipLimits } from './package/zip-limits.ts'
