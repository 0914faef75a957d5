# 화면 문구. 명사형이나 해요체로 쓰고, 한 구절에는 마침표를 찍지 않으며, 더 물어볼 것이 있는 단추는 …로 끝낸다.

language-en = 영어
language-ko = 한국어

# 줄의 상태
status-pending = 아직 만들지 않음
status-queued = 대기 { $place }번째
status-rendering = 만드는 중, { $done }/{ $all }
status-ready = 준비됨
status-stale = 만든 뒤에 글이 바뀜
status-failed = 실패

# 명령
group-file = 프로젝트
group-edit = 편집
group-listen = 듣기
group-view = 이동과 보기
command-new = 새 프로젝트
command-open = 열기…
command-save = 저장
command-save-as = 다른 이름으로 저장…
command-export = 내보내기…
command-settings = 설정…
command-shortcuts = 단축키
command-quit = 끝내기
command-undo = 실행 취소
command-redo = 다시 실행
command-edit-line = 줄 고치기
command-insert-after = 아래에 새 줄
command-delete-line = 줄 지우기
command-move-up = 줄을 위로
command-move-down = 줄을 아래로
command-toggle-play = 재생/일시 정지
command-play-line = 이 줄 재생
command-play-from = 여기부터 재생
command-stop = 정지
command-play-previous = 이전 줄
command-play-next = 다음 줄
command-seek-back = 2초 뒤로
command-seek-forward = 2초 앞으로
command-render = 줄 만들기
command-render-all = 모두 만들기
command-cancel-all = 만들기 모두 취소
command-select-previous = 윗줄
command-select-next = 아랫줄
command-page-up = 열 줄 위로
command-page-down = 열 줄 아래로
command-search = 대본에서 찾기
command-toggle-left = 장과 목소리
command-toggle-right = 상세 정보
key-split = 커서 위치에서 줄 나누기
key-merge = 줄 맨 앞에서: 윗줄과 합치기

# 위쪽 막대
menu = 메뉴
untitled = 제목 없음
unsaved = 저장하지 않은 변경 있음
play = 재생
pause = 일시 정지
waiting = 다음 줄을 기다리는 중, 일시 정지
time-now = 현재 위치
time-total = 대본 전체 길이
time-estimate = 어림한 길이: 아직 만들지 않은 줄이 있어요
speed = 빠르기
speed-name = 빠르기 { $speed }
voice-of-line = 이 줄의 목소리

# 왼쪽 패널
search = 찾기
search-found = { $n }줄 찾음
search-nothing = “{ $text }”이(가) 들어간 줄이 없어요
search-clear = 모든 줄 보기
n-lines = { $n }줄
chapter-start = 첫머리
voices = 목소리
voice-name = { $voice }, { $languages }
voice-use = 프로젝트 전체에 쓰기
voices-none = 설치된 목소리가 없어요. “cargo xtask run”을 한 번 실행하면 설치돼요.
voices-no-korean = 한국어를 말하는 목소리가 아직 없어요. 설치하기 전까지 한국어 줄은 소리가 나지 않아요.

# 대본
line-name = { $n }번 줄, { $status }: { $text }
line-text-name = { $n }번 줄의 글
line-hint = 읽을 글을 써 보세요
play-line = 이 줄
play-from = 여기부터
stop = 정지
render = 만들기
render-hint = 재생하지 않고 만들기만 해요
render-again = 다시 만들기
render-again-hint = 시드를 바꾸어 다른 느낌으로 만들어요
cancel-render = 취소
play-chunk = 이 토막 재생
play-chunk-name = { $n }번 토막 재생: { $text }
seek-hint = 누른 곳부터 들어요
secs-short = { $secs }초
ms-short = { $ms }밀리초
welcome-title = 무엇을 읽어 드릴까요?
welcome-text = 아래에 첫 줄을 쓰거나 대본을 통째로 붙여 넣으세요. 문단마다 한 줄이 돼요.
welcome-open = 대본 열기…
explain-rule = “{ $written }” → “{ $spoken }” ({ $rule })
explain-dropped = “{ $written }” → 읽지 않음 ({ $reason })
explain-pause = { $secs }초 쉼

# 상세 정보
tab-line = 줄
tab-project = 프로젝트
no-selection = 줄을 고르면 목소리와 읽는 방법이 보여요
voice = 목소리
voice-of-project = 프로젝트와 같게 ({ $voice })
language = 언어
language-auto = { $language } (글자로 판단)
language-by-letters = 글자로 판단
starts-paragraph = 문단의 시작
starts-paragraph-hint = 이 줄 앞에서 더 길게 쉬어요
is-heading = 제목 줄
is-heading-hint = 새 장이 시작돼요
spoken-form = 읽는 말
details = 자세히
detail-state = 상태
detail-chunks = 토막
detail-length = 길이
detail-render = 만든 시간
detail-provider = 실행 장치
detail-dropped = 읽지 않은 글자: { $text }
title = 제목
title-hint = 프로젝트 이름
project-voice = 프로젝트의 목소리
pauses = 쉼
pause-clause = 문장 안
pause-sentence = 문장 뒤
pause-line = 줄 뒤
pause-paragraph = 문단 뒤
secs-suffix = 초
ms-suffix = 밀리초
chunks = 토막
limit-chunks = 목소리의 한도보다 짧게 나누기
limit-chunks-hint = 목소리가 잘 읽는 길이로 나눠요
max-chars = 토막의 최대 글자 수
crossfade = 이음매 겹침

# 아래쪽 막대
ram = RAM { $used } / { $all } GB
ram-hint = Moksori가 { $used } GB를 쓰고 있어요. 전체 { $all } GB 가운데 { $free } GB가 남았어요.
ram-peak = 지금까지 최대 { $peak } GB
vram = VRAM { $used } / { $all } GB
engine-problem = 쓸 수 있는 목소리가 없음
queue = 대기 { $n }줄
queue-left = 대기 { $n }줄 · 약 { $time }
n-seconds = { $n }초
n-minutes = { $n }분
loading-voice = 목소리를 불러오는 중
exporting = 내보내는 중, { $done }/{ $all }

# 알림
dismiss = 알림 닫기
no-korean-face = 이 컴퓨터에 한글 글꼴이 없어서 한글이 네모로 보여요. fonts-noto-cjk 같은 글꼴 패키지를 설치하고 다시 시작해 주세요.

# 대화 상자
close = 닫기
cancel = 취소
done = 완료
unsaved-title = 먼저 저장할까요?
unsaved-text = “{ $name }”에 아직 저장하지 않은 변경이 있어요.
unsaved-save = 저장
unsaved-discard = 저장하지 않기
shortcuts-title = 단축키
settings-title = 설정
as-system = 시스템 설정
theme = 화면 모드
theme-light = 밝게
theme-dark = 어둡게
ui-language = 언어
scale = 크기
device = 소리 장치
device-default = 기본 장치
device-default-is = 기본 장치 ({ $device })
device-none = 소리 장치를 찾지 못했어요. 만들기와 내보내기는 할 수 있어요.
volume = 음량
threads = 스레드
threads-auto = 자동
threads-hint = 목소리를 다시 불러올 때 적용돼요
export-title = 내보내기
format = 형식
format-wav16 = WAV 16비트
format-wav24 = WAV 24비트
format-wav-float = WAV 실수
format-mp3-hint = 초당 128킬로비트, 어디서나 재생돼요
format-wav16-hint = 무압축, 대부분의 프로그램에 알맞아요
format-wav24-hint = 무압축, 편집용이에요
format-wav-float-hint = 무압축, 재생되는 표본 그대로예요
file = 파일
file-hint = 저장할 곳
choose = 고르기…
tag-title = 제목
tag-artist = 아티스트
tag-album = 앨범
export-renders = 아직 만들지 않은 { $n }줄은 내보내면서 만들어요
export-now = 내보내기
export-running = { $all }줄 가운데 { $done }번째
export-background = 이 창을 닫고 계속 일해도 돼요
export-close = 계속 두고 닫기
export-stop = 내보내기 중단
export-done = 내보냈어요: { $time }, { $size }
export-again = 다시 내보내기…
