/** What people take for a password: the heads of the public lists, Chinese habits, keyboard walks, and this product's own words. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  password passwd pass passw passwort passwords pword secret secrets private letmein letmeinn welcome hello helloworld login logon signin admin administrator
  adminadmin root toor rootroot guest user username test tester testing testtest demo default changeme change changeit temp temporary master super superman
  superuser batman spiderman dragon monkey tiger shadow sunshine princess football baseball basketball soccer hockey iloveyou loveyou lovely love lover
  trustno michael jordan jennifer jessica michelle daniel charlie andrew thomas robert william ashley nicole hunter ranger buster killer pepper ginger
  summer winter spring autumn monday friday january october november december flower freedom whatever internet computer samsung google apple
  microsoft windows android iphone starwars pokemon naruto minecraft cheese chocolate cookie banana orange purple silver golden diamond mustang
  ferrari porsche corvette harley yankees cowboys eagles lakers arsenal chelsea liverpool barcelona qwerty qwert qwertyu qwertyui qwertyuiop qwertz
  azerty asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc qweasd qweasdzxc asdqwe zaqxsw qaz qwe asd zxc
  abc abcd abcde abcdef abcdefg abcdefgh abcabc aaa aaaa aaaaaa aaaaaaaa a aa q w z x qq ww zz xx woaini woaiwojia woaiwo woaizhongguo aini ainiforever
  wodemima mima mimamima nihao nihaoma zhongguo beijing shanghai guangzhou shenzhen hangzhou chengdu wuhan zhangsan lisi wangwu zhaoliu wangwei zhangwei
  liwei liuwei xiaoming tiankong baobao baobei laopo laogong wangyang caonima buzhidao suibian meiyou dragonfly longlong maomao jiayou xinnian
  taobao alibaba tencent weixin wechat baidu huawei xiaomi zaqwsx dearbook aptx kissme football passme access accessgranted enter entrance open opensesame
  server service system manager office company business database oracle mysql postgres postgresql linux ubuntu debian cisco
  security secure safety hospital clinic nurse nursing nursingconsole care caregiver carer doctor patient medical medicine health ward bed
  peihu huli hugong huligong yiyuan yisheng hushi bingren huanzhe dingdan zhuyuan guanli guanliyuan xitong yunying
  密码 我的密码 管理员 管理 医院 护士 护理 陪护 护工 病人 患者 中国 我爱你 你好
  `
    .trim()
    .split(/\s+/),
);
