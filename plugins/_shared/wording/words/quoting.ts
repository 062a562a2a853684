/** Lines of a pasted chat. */

/** A line of a pasted chat: "[12.03.24, 10:32] Lisa: …", "10:32 - Lisa: …". */
export const chatLine =
  /^[ \t]{0,40}(?:\[[^\]\n]{3,25}\]|\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]m)?(?: -)?)[ \t]{1,8}([^:\s][^:\n]{0,39}):.*$/gimu

/** Of a pasted chat, the speaker's own lines. */
export const oneself = /^(?:me|i|myself|you|ich|moi|je|yo|io|eu|ik|я|我|私)$/iu
