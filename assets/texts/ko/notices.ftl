# 화면이 알리는 말: 파일 대화 상자, 알림, 오류. 오류는 무슨 일이 있었고 무엇을 하면 되는지 말한다.

dialog-open-title = 프로젝트나 대본 열기
dialog-open-filter = 프로젝트와 대본
dialog-save-title = 프로젝트 저장
dialog-save-filter = Moksori 프로젝트
dialog-export-title = 내레이션 내보내기

notice-open-failed = 파일을 열지 못했어요: { $why } ({ $path })
notice-lexicon-rows = 내 발음 사전에서 { $n }행을 쓸 수 없어요. 첫 번째: { $why }
notice-lexicon-failed = 내 발음 사전을 쓸 수 없어요: { $why }
notice-takes-not-kept = 만든 소리를 디스크에 보관하지 못해서 다시 시작하면 새로 만들어야 해요: { $why }. 저장 공간을 비우세요.
notice-save-failed = 프로젝트를 저장하지 못해서 변경 내용이 이 창에만 남아 있어요: { $why }. 저장 공간을 비우거나 다른 곳을 고르세요. ({ $path })
notice-import-skipped = 대본에서 코드 블록 같은 { $n }곳은 읽지 않고 뺐어요
notice-no-file-dialog = 이 시스템에는 파일 대화 상자가 없어요. 칸에 경로를 입력하세요.
notice-no-device = 소리 장치를 열지 못해 소리 없이 재생돼요. 만들기와 내보내기는 할 수 있어요. { $why }
notice-device-lost = 소리 장치가 사라져서 { $device }(으)로 이어서 재생해요
notice-device-gone = 소리 장치가 사라졌고 다른 장치도 없어요. 장치가 돌아올 때까지 소리 없이 재생돼요.
notice-device-elsewhere = 고른 소리 장치를 열지 못해 { $device }(으)로 재생해요. { $why }
notice-item-skipped = 재생하지 못한 줄을 건너뛰었어요: { $why }
notice-player-failed = Moksori 안의 오류로 재생이 멈췄어요. 재생을 다시 눌러 보세요.
notice-export-running = 내보내기가 아직 끝나지 않았어요. 창을 한 번 더 닫으면 내보내기를 멈추고 끝내요.
notice-settings = 설정을 읽지 못해 기본값을 써요. { $why }

export-nothing = 내보낼 내용이 없어요. 먼저 한 줄을 써 보세요.
export-line-failed = { $line }번 줄을 말하지 못해서 아무것도 내보내지 않았어요. { $why }

error-internal = Moksori 안의 오류로 이 줄을 만들지 못했어요. 줄의 글과 함께 알려 주세요. ({ $detail })
error-audio = 소리를 프로젝트의 표본율로 바꾸지 못했어요. ({ $detail })
error-no-korean-voice = 한국어 줄인데 한국어를 말하는 목소리가 설치되어 있지 않아요. 목소리 창(F6)에서 설치해 이 줄에 골라 주세요. Supertonic 3을 권해요. 영어 줄이라면 줄의 언어를 바꾸세요.
error-needs-phonemes = 이 목소리는 음소만 말할 수 있는데 줄의 낱말에 음소가 없어요. 사전에서 낱말에 음소를 달거나 다른 목소리를 고르세요
error-no-voice-for-language = 이 줄의 언어를 말하는 목소리가 설치되어 있지 않아요. ({ $detail })
error-runtime = 목소리를 움직이는 ONNX Runtime 라이브러리를 쓸 수 없어요. “cargo xtask run”을 한 번 실행하거나 MOKSORI_RUNTIME에 다른 라이브러리를 적고 다시 시작하세요. ({ $detail })
error-voice-missing = 목소리를 찾을 수 없어요. 다른 목소리를 고르거나 “cargo xtask run”으로 기본 목소리를 설치하세요. ({ $detail })
error-voice-damaged = 목소리 파일이 손상되었어요. “cargo xtask run”을 실행해 다시 설치하세요. 직접 가져온 목소리라면 지우고 다시 가져오세요. ({ $detail })
error-voice-program = 이 목소리가 글을 읽을 때 쓰는 프로그램이 없거나 작동하지 않아요. 그 프로그램을 설치하거나 다른 목소리를 고르세요. ({ $detail })
error-out-of-memory = 이 줄을 말하다가 메모리가 부족해졌어요. 다른 프로그램을 닫거나 프로젝트 설정에서 토막 길이를 줄이고 다시 만들어 보세요.
error-model = 목소리가 이 줄을 말하지 못했어요. 다시 만들거나 글을 조금 바꿔 보세요. ({ $detail })
error-engine-died = 이 줄에서 목소리가 멈춰서 다시 시작했어요. 다시 만들어 보고, 매번 그러면 더 짧게 나누세요. ({ $detail })
error-timed-out = 이 줄이 너무 오래 걸려서 멈췄어요. 다시 시도하거나 더 짧게 나누세요. ({ $detail })
error-cancelled = 취소됨
error-export = 내보내지 못했어요. ({ $detail })
notice-recovered = 지난번에 저장하지 못한 채 프로그램이 끝났습니다. 그때까지의 작업을 되살렸으니 저장해 두세요.
notice-no-draft = 저장하지 않은 작업을 지켜 둘 수 없습니다({ $why }). 자주 저장하세요.
