// The second half of the entry, fetched with the frame: the areas, and the sources they give the kit, for which the login page has no room.
import { loadDictionary } from './areas/dictionary/client.ts';
import { helpClient } from './areas/help/client.ts';
import { noticeClient } from './areas/notice/client.ts';
import { ownClient, ownKeyMemory, ownSettingMemory } from './areas/own/client.ts';
import { serverMemory } from './areas/view/client.ts';
import { setDictionarySource } from './ui/dictionary-source.ts';
import { setHelpSource } from './ui/help-source.ts';
import { setKeyMemory } from './ui/keyboard.ts';
import { setListMemory } from './ui/list/memory-source.ts';
import { setNoticeSource } from './ui/notice/source.ts';
import { setOwnMemory } from './ui/palette/memory-source.ts';
import { setSettingMemory } from './ui/setting-source.ts';

export { areas } from './areas.gen.ts';
export { pages } from './pages.gen.ts';

setDictionarySource(loadDictionary);
setListMemory(serverMemory);
setOwnMemory(ownClient);
setKeyMemory(ownKeyMemory);
setSettingMemory(ownSettingMemory);
setHelpSource(helpClient);
setNoticeSource(noticeClient);
