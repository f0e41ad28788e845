export { type JoinedMember, joinMember } from './join-member.ts'
