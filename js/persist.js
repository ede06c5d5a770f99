// The browser's word that it will not throw a site's data away when room gets scarce.

/** Whether it was given already. */
export async function isProtected() {
  try {
    return (await navigator.storage.persisted()) === true;
  } catch {
    return false;
  }
}

/** Asks for it, which only a page can; some browsers ask the person first, so it may take long. */
export async function askForProtection() {
  try {
    return (await navigator.storage.persist()) === true;
  } catch {
    return false;
  }
}
